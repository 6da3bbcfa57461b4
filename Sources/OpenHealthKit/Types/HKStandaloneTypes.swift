// HealthKit spells some of these names in capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import HealthModel

/// The kind of the day's rings, made by ``HKObjectType/activitySummaryType()``.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

/// The kind of audiograms, made by ``HKObjectType/audiogramSampleType()``.
open class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

/// The kind of electrocardiograms, made by ``HKObjectType/electrocardiogramType()``.
open class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

/// The kind of states of mind, made by ``HKObjectType/stateOfMindType()``.
open class HKStateOfMindType: HKSampleType, @unchecked Sendable {}

/// The kind of prescriptions, made by ``HKObjectType/visionPrescriptionType()``.
open class HKPrescriptionType: HKSampleType, @unchecked Sendable {
  open override func requiresPerObjectAuthorization() -> Bool { true }
}

/// The kind of answers to a questionnaire, made by ``HKObjectType/scoredAssessmentType(forIdentifier:)``.
open class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
  /// The type of a name. A name other than ``HKScoredAssessmentTypeIdentifier/GAD7`` and
  /// ``HKScoredAssessmentTypeIdentifier/PHQ9`` traps.
  public convenience init(_ identifier: HKScoredAssessmentTypeIdentifier) {
    HKPrecondition.check(
      identifier == .GAD7 || identifier == .PHQ9, "Invalid assessment type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  override init(named identifier: String) {
    super.init(named: identifier)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// The kind of records of health institutions, made by ``HKObjectType/clinicalType(forIdentifier:)``.
open class HKClinicalType: HKSampleType, @unchecked Sendable {
  /// The type of a name. A name that ``HKClinicalTypeIdentifier`` does not have traps.
  public convenience init(_ identifier: HKClinicalTypeIdentifier) {
    HKPrecondition.check(
      TypeIdentifier.clinicalRecords.contains { $0.identifier == identifier.rawValue },
      "Invalid clinical type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  override init(named identifier: String) {
    super.init(named: identifier)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// The kind of doses of medications, made by ``HKObjectType/medicationDoseEventType()``.
open class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}

/// The kind of medications, made by ``HKObjectType/userAnnotatedMedicationType()``. No sample type: a medication has no
/// dates.
open class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {
  open override func requiresPerObjectAuthorization() -> Bool { true }
}

/// The name of a questionnaire.
public struct HKScoredAssessmentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The name as files and databases hold it.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Of seven questions about anxiety.
  public static let GAD7 = Self(rawValue: TypeIdentifier.gad7)
  /// Of nine questions about depression.
  public static let PHQ9 = Self(rawValue: TypeIdentifier.phq9)
}

/// The name of a kind of records of health institutions.
public struct HKClinicalTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The name as files and databases hold it.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = TypeIdentifier.clinicalPrefix + name
  }

  /// Of allergies and intolerances.
  public static let allergyRecord = Self("AllergyRecord")
  /// Of notes.
  public static let clinicalNoteRecord = Self("ClinicalNoteRecord")
  /// Of conditions.
  public static let conditionRecord = Self("ConditionRecord")
  /// Of insurance.
  public static let coverageRecord = Self("CoverageRecord")
  /// Of vaccinations.
  public static let immunizationRecord = Self("ImmunizationRecord")
  /// Of laboratories' results.
  public static let labResultRecord = Self("LabResultRecord")
  /// Of medications.
  public static let medicationRecord = Self("MedicationRecord")
  /// Of procedures.
  public static let procedureRecord = Self("ProcedureRecord")
  /// Of vital signs.
  public static let vitalSignRecord = Self("VitalSignRecord")
}
