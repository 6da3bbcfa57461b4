public import Foundation
import HealthModel

/// Predicates on what samples of kinds of their own hold.
extension HKQuery {
  // MARK: - Electrocardiograms

  /// Electrocardiograms of which the watch made this.
  public class func predicateForElectrocardiograms(
    classification: HKElectrocardiogram.Classification
  ) -> NSPredicate {
    equal("classification", classification.rawValue)
  }

  /// Electrocardiograms during which the person felt something, or not.
  public class func predicateForElectrocardiograms(
    symptomsStatus: HKElectrocardiogram.SymptomsStatus
  ) -> NSPredicate {
    equal("symptomsStatus", symptomsStatus.rawValue)
  }

  /// Electrocardiograms by their mean heart rate. One without matches no operator.
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
    return FilterPredicate(.content("averageHeartRate", .compares(comparison, .number(rate))))
  }

  /// The symptoms that were entered with an electrocardiogram.
  ///
  /// Exports do not say which belong to which. Apple's systems give a symptom that is entered with an electrocardiogram the
  /// dates of it, so that those are meant that begin and end with it, to the second.
  public class func predicateForObjectsAssociated(electrocardiogram: HKElectrocardiogram) -> NSPredicate {
    func within(_ date: Date) -> (from: Date, to: Date) {
      let second = date.timeIntervalSinceReferenceDate.rounded(.down)
      return (Date(timeIntervalSinceReferenceDate: second - 1), Date(timeIntervalSinceReferenceDate: second + 2))
    }
    let (start, end) = (within(electrocardiogram.startDate), within(electrocardiogram.endDate))
    return FilterPredicate(
      .and([
        .start(.greaterThanOrEqual, start.from), .start(.lessThan, start.to), .end(.greaterThanOrEqual, end.from),
        .end(.lessThan, end.to), .not(.uuid([electrocardiogram.uuid])),
      ]))
  }

  // MARK: - Efforts

  /// The scores that are related to a workout. Of which part one is said is not kept, so that a part has those of all.
  public class func predicateForWorkoutEffortSamplesRelated(
    workout: HKWorkout, activity: HKWorkoutActivity?
  ) -> NSPredicate {
    predicateForObjects(from: workout)
  }

  // MARK: - States of mind

  /// States of mind of a kind.
  public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
    equal("kind", kind.rawValue)
  }

  /// States of mind by how pleasant they were, from -1 to 1. Any but the six comparisons traps.
  public class func predicateForStatesOfMind(
    withValence valence: Double, operatorType: HKPredicateOperator
  ) -> NSPredicate {
    guard let comparison = Comparison(operatorType) else {
      HKPrecondition.fail("Invalid operator type (\(operatorType)) for valence")
    }
    return FilterPredicate(.content("valence", .compares(comparison, .number(valence))))
  }

  /// States of mind with a word for them.
  public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
    FilterPredicate(.content("labels", .holds(.number(Double(label.rawValue)))))
  }

  /// States of mind that have to do with something.
  public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
    FilterPredicate(.content("associations", .holds(.number(Double(association.rawValue)))))
  }

  // MARK: - Clinical records

  /// Clinical records of a kind of FHIR's.
  public class func predicateForClinicalRecords(
    withFHIRResourceType resourceType: HKFHIRResourceType
  ) -> NSPredicate {
    FilterPredicate(.content("resourceType", .compares(.equal, .text(resourceType.rawValue))))
  }

  /// The clinical record of a source with an identifier of FHIR's.
  public class func predicateForClinicalRecords(
    from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
  ) -> NSPredicate {
    FilterPredicate(
      .and([
        .provenance(.sources([source.model])),
        .content("resourceType", .compares(.equal, .text(resourceType.rawValue))),
        .content("identifier", .compares(.equal, .text(identifier))),
      ]))
  }

  // MARK: - Medications

  /// Doses of which this became.
  public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
    equal("logStatus", status.rawValue)
  }

  /// Doses of which one of these became.
  public class func predicateForMedicationDoseEvent(
    statuses: Set<HKMedicationDoseEvent.LogStatus>
  ) -> NSPredicate {
    FilterPredicate(
      .or(
        statuses.map(\.rawValue).sorted().map { .content("logStatus", .compares(.equal, .number(Double($0)))) }))
  }

  /// Doses that were due at an instant.
  public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
    FilterPredicate(due(.equal, scheduledDate))
  }

  /// Doses that were due from an instant on and before another; nil leaves a side open.
  public class func predicateForMedicationDoseEvent(scheduledStart: Date?, end: Date?) -> NSPredicate {
    let parts = [scheduledStart.map { due(.greaterThanOrEqual, $0) }, end.map { due(.lessThan, $0) }]
    return FilterPredicate(.and(parts.compactMap(\.self)))
  }

  /// Doses of a medication.
  public class func predicateForMedicationDoseEvent(
    medicationConceptIdentifier: HKHealthConceptIdentifier
  ) -> NSPredicate {
    FilterPredicate(.content("medication", .compares(.equal, .text(medicationConceptIdentifier.text))))
  }

  /// Medications that are taken, or not any more.
  public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
    FilterPredicate(.content("isArchived", .compares(.equal, .flag(isArchived))))
  }

  /// Medications that are taken by a schedule, or not.
  public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
    FilterPredicate(.content("hasSchedule", .compares(.equal, .flag(hasSchedule))))
  }

  // MARK: -

  private class func equal(_ field: String, _ value: Int) -> NSPredicate {
    FilterPredicate(.content(field, .compares(.equal, .number(Double(value)))))
  }

  private class func due(_ comparison: Comparison, _ date: Date) -> SampleFilter {
    .content("scheduledDate", .compares(comparison, .number(date.timeIntervalSinceReferenceDate)))
  }
}
