public import Foundation
import HealthModel
// `import OpenHealthKit` is the whole library; `import OpenHealthKitCore` compiles less.
@_exported public import OpenHealthKitCore

/// Predicates on the type-specific contents of samples.
extension HKQuery {
  // MARK: - Electrocardiograms

  /// Electrocardiograms with this classification.
  public class func predicateForElectrocardiograms(
    classification: HKElectrocardiogram.Classification
  ) -> NSPredicate {
    equal("classification", classification.rawValue)
  }

  /// Electrocardiograms with or without symptoms.
  public class func predicateForElectrocardiograms(
    symptomsStatus: HKElectrocardiogram.SymptomsStatus
  ) -> NSPredicate {
    equal("symptomsStatus", symptomsStatus.rawValue)
  }

  /// Electrocardiograms by their mean heart rate. One without a heart rate never matches.
  ///
  /// - Parameters:
  ///   - operatorType: one of the six comparisons; any other traps.
  ///   - averageHeartRate: a rate; any other quantity traps.
  public class func predicateForElectrocardiograms(
    operatorType: HKPredicateOperator, averageHeartRate: HKQuantity
  ) -> NSPredicate {
    guard let comparison = Comparison(operatorType) else {
      HKPrecondition.fail("Invalid operator type (\(operatorType)) for average heart rate")
    }
    let rate = averageHeartRate.doubleValue(for: .count().unitDivided(by: .minute()))
    return predicate(.content("averageHeartRate", .compares(comparison, .number(rate))))
  }

  /// The symptoms that were reported with an electrocardiogram.
  ///
  /// Exports do not contain the association. Apple's systems give such a symptom the dates of the electrocardiogram,
  /// so this matches symptoms that begin and end with it, to the second.
  public class func predicateForObjectsAssociated(electrocardiogram: HKElectrocardiogram) -> NSPredicate {
    func within(_ date: Date) -> (from: Date, to: Date) {
      let second = date.timeIntervalSinceReferenceDate.rounded(.down)
      return (Date(timeIntervalSinceReferenceDate: second - 1), Date(timeIntervalSinceReferenceDate: second + 2))
    }
    let (start, end) = (within(electrocardiogram.startDate), within(electrocardiogram.endDate))
    return predicate(
      .and([
        .start(.greaterThanOrEqual, start.from), .start(.lessThan, start.to), .end(.greaterThanOrEqual, end.from),
        .end(.lessThan, end.to), .not(.uuid([electrocardiogram.uuid])),
      ]))
  }

  // MARK: - States of mind

  /// States of mind of a kind.
  public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
    equal("kind", kind.rawValue)
  }

  /// States of mind by valence, from -1 to 1. Operators other than the six comparisons trap.
  public class func predicateForStatesOfMind(
    withValence valence: Double, operatorType: HKPredicateOperator
  ) -> NSPredicate {
    guard let comparison = Comparison(operatorType) else {
      HKPrecondition.fail("Invalid operator type (\(operatorType)) for valence")
    }
    return predicate(.content("valence", .compares(comparison, .number(valence))))
  }

  /// States of mind with a label.
  public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
    predicate(.content("labels", .holds(.number(Double(label.rawValue)))))
  }

  /// States of mind with an association.
  public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
    predicate(.content("associations", .holds(.number(Double(association.rawValue)))))
  }

  // MARK: - Clinical records

  /// Clinical records with a FHIR resource type.
  public class func predicateForClinicalRecords(
    withFHIRResourceType resourceType: HKFHIRResourceType
  ) -> NSPredicate {
    predicate(.content("resourceType", .compares(.equal, .text(resourceType.rawValue))))
  }

  /// The clinical record of a source with a FHIR identifier.
  public class func predicateForClinicalRecords(
    from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
  ) -> NSPredicate {
    predicate(
      .and([
        .provenance(.sources([source.model])),
        .content("resourceType", .compares(.equal, .text(resourceType.rawValue))),
        .content("identifier", .compares(.equal, .text(identifier))),
      ]))
  }

  // MARK: - Medications

  /// Doses with this status.
  public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
    equal("logStatus", status.rawValue)
  }

  /// Doses with one of these statuses, the raw values of ``HKMedicationDoseEvent/LogStatus``.
  public class func predicateForMedicationDoseEvent(statuses: Set<NSNumber>) -> NSPredicate {
    predicate(
      .or(statuses.map(\.doubleValue).sorted().map { .content("logStatus", .compares(.equal, .number($0))) }))
  }

  /// Doses that were scheduled for an instant.
  public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
    predicate(due(.equal, scheduledDate))
  }

  /// Doses that were scheduled from one instant to before another; nil leaves a side open.
  public class func predicateForMedicationDoseEvent(scheduledStart: Date?, end: Date?) -> NSPredicate {
    let parts = [scheduledStart.map { due(.greaterThanOrEqual, $0) }, end.map { due(.lessThan, $0) }]
    return predicate(.and(parts.compactMap(\.self)))
  }

  /// Doses of a medication.
  public class func predicateForMedicationDoseEvent(
    medicationConceptIdentifier: HKHealthConceptIdentifier
  ) -> NSPredicate {
    predicate(.content("medication", .compares(.equal, .text(medicationConceptIdentifier.text))))
  }

  /// Doses of one of these medications.
  public class func predicateForMedicationDoseEvent(
    medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>
  ) -> NSPredicate {
    predicate(
      .or(
        medicationConceptIdentifiers.map(\.text).sorted().map { .content("medication", .compares(.equal, .text($0))) }))
  }

  /// Doses that were scheduled for one of these instants.
  public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
    predicate(.or(scheduledDates.sorted().map { due(.equal, $0) }))
  }

  /// Medications that are archived, or not.
  public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
    predicate(.content("isArchived", .compares(.equal, .flag(isArchived))))
  }

  /// Medications that have a schedule, or not.
  public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
    predicate(.content("hasSchedule", .compares(.equal, .flag(hasSchedule))))
  }

  // MARK: -

  private class func equal(_ field: String, _ value: Int) -> NSPredicate {
    predicate(.content(field, .compares(.equal, .number(Double(value)))))
  }

  private class func due(_ comparison: Comparison, _ date: Date) -> SampleFilter {
    .content("scheduledDate", .compares(comparison, .number(date.timeIntervalSinceReferenceDate)))
  }
}

#if !canImport(Darwin)
  extension HKAttachment: HKFormatArgument {}
  extension HKFHIRResource: HKFormatArgument {}
  extension HKFHIRVersion: HKFormatArgument {}
  extension HKClinicalCoding: HKFormatArgument {}
  extension HKHealthConceptIdentifier: HKFormatArgument {}
  extension HKMedicationConcept: HKFormatArgument {}
  extension HKUserAnnotatedMedication: HKFormatArgument {}
#endif
