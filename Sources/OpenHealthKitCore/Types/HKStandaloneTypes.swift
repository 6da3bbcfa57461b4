// HealthKit spells some of these names in capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import HealthModel

/// The type of workouts, from ``HKObjectType/workoutType()``.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {
  override var sampleKind: SampleKind { .workout }
}

/// The type of a series of related measurements.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
  /// The type of workout routes.
  public class func workoutRoute() -> HKSeriesType {
    HKSeriesType(named: TypeIdentifier.workoutRoute)
  }

  /// The type of heartbeat series.
  public class func heartbeat() -> HKSeriesType {
    HKSeriesType(named: TypeIdentifier.heartbeatSeries)
  }
}

/// The type of activity summaries, from ``HKObjectType/activitySummaryType()``.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

/// The type of audiograms, from ``HKObjectType/audiogramSampleType()``.
open class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

/// The type of electrocardiograms, from ``HKObjectType/electrocardiogramType()``.
open class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

/// The type of states of mind, from ``HKObjectType/stateOfMindType()``.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}

/// The type of prescriptions, from ``HKObjectType/visionPrescriptionType()``.
open class HKPrescriptionType: HKSampleType, @unchecked Sendable {
  /// Always true.
  open override func requiresPerObjectAuthorization() -> Bool { true }
}

/// The type of answers to a questionnaire, from ``HKObjectType/scoredAssessmentType(forIdentifier:)``.
open class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
  /// The type with an identifier. Traps for identifiers other than ``HKScoredAssessmentTypeIdentifier/GAD7`` and
  /// ``HKScoredAssessmentTypeIdentifier/PHQ9``.
  public convenience init(_ identifier: HKScoredAssessmentTypeIdentifier) {
    HKPrecondition.check(
      identifier == .GAD7 || identifier == .PHQ9, "Invalid assessment type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  package override init(named identifier: String) {
    super.init(named: identifier)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// The type of clinical records, from ``HKObjectType/clinicalType(forIdentifier:)``.
open class HKClinicalType: HKSampleType, @unchecked Sendable {
  /// The type with an identifier. Traps for identifiers that ``HKClinicalTypeIdentifier`` does not have.
  public convenience init(_ identifier: HKClinicalTypeIdentifier) {
    HKPrecondition.check(
      TypeIdentifier.clinicalRecords.contains { $0.identifier == identifier.rawValue },
      "Invalid clinical type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  package override init(named identifier: String) {
    super.init(named: identifier)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// The type of medication doses, from ``HKObjectType/medicationDoseEventType()``.
open class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}

/// The type of medications, from ``HKObjectType/userAnnotatedMedicationType()``. Not a sample type: a medication has
/// no dates.
open class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {
  /// Always true.
  open override func requiresPerObjectAuthorization() -> Bool { true }
}

/// The identifier of a questionnaire.
public struct HKScoredAssessmentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  /// The value with a raw value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// GAD-7: seven questions about anxiety.
  public static let GAD7 = Self(rawValue: TypeIdentifier.gad7)
  /// PHQ-9: nine questions about depression.
  public static let PHQ9 = Self(rawValue: TypeIdentifier.phq9)
}

/// The identifier of a type of clinical records.
public struct HKClinicalTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  /// The value with a raw value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = TypeIdentifier.clinicalPrefix + name
  }

  /// Allergies and intolerances.
  public static let allergyRecord = Self("AllergyRecord")
  /// Clinical notes.
  public static let clinicalNoteRecord = Self("ClinicalNoteRecord")
  /// Conditions.
  public static let conditionRecord = Self("ConditionRecord")
  /// Insurance coverage.
  public static let coverageRecord = Self("CoverageRecord")
  /// Immunizations.
  public static let immunizationRecord = Self("ImmunizationRecord")
  /// Laboratory results.
  public static let labResultRecord = Self("LabResultRecord")
  /// Medications.
  public static let medicationRecord = Self("MedicationRecord")
  /// Procedures.
  public static let procedureRecord = Self("ProcedureRecord")
  /// Vital signs.
  public static let vitalSignRecord = Self("VitalSignRecord")
}

// MARK: - Identifiers

/// The identifier of the workout type.
public let HKWorkoutTypeIdentifier: String = TypeIdentifier.workout
/// The identifier of the type of workout routes.
public let HKWorkoutRouteTypeIdentifier: String = TypeIdentifier.workoutRoute
/// The identifier of the type of heartbeat series.
public let HKDataTypeIdentifierHeartbeatSeries: String = TypeIdentifier.heartbeatSeries
/// The identifier of the type of states of mind.
public let HKDataTypeIdentifierStateOfMind: String = TypeIdentifier.stateOfMind
/// The identifier of the type of medications.
public let HKDataTypeIdentifierUserAnnotatedMedicationConcept: String = TypeIdentifier.medication
/// The identifier of the type of medication doses.
public let HKMedicationDoseEventTypeIdentifierMedicationDoseEvent: String = TypeIdentifier.doseEvent
/// The identifier of the type of vision prescriptions.
public let HKVisionPrescriptionTypeIdentifier: String = TypeIdentifier.visionPrescription
