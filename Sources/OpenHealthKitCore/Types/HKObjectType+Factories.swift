import HealthModel

extension HKObjectType {
  /// The quantity type with an identifier, or nil if the identifier is not in the catalog.
  public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
    HKQuantityType(known: identifier.rawValue)
  }

  /// The category type with an identifier, or nil if the identifier is not in the catalog.
  public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
    HKCategoryType(known: identifier.rawValue)
  }

  /// The characteristic type with an identifier, or nil if the identifier is not in the catalog.
  public class func characteristicType(
    forIdentifier identifier: HKCharacteristicTypeIdentifier
  ) -> HKCharacteristicType? {
    HKCharacteristicType(known: identifier.rawValue)
  }

  /// The correlation type with an identifier, or nil if the identifier is not in the catalog.
  public class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
    HKCorrelationType(known: identifier.rawValue)
  }

  /// The document type with an identifier, or nil if the identifier is not in the catalog.
  public class func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
    HKDocumentType(known: identifier.rawValue)
  }

  /// The series type with an identifier, or nil for identifiers other than those of workout routes and heartbeats.
  public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
    [HKSeriesType.workoutRoute(), HKSeriesType.heartbeat()].first { $0.identifier == identifier }
  }

  /// The type of workouts.
  public class func workoutType() -> HKWorkoutType {
    HKWorkoutType(named: TypeIdentifier.workout)
  }

  /// The type of activity summaries. Not a sample type: summaries are computed, not saved.
  public class func activitySummaryType() -> HKActivitySummaryType {
    HKActivitySummaryType(named: TypeIdentifier.activitySummary)
  }

  /// The type of audiograms.
  public class func audiogramSampleType() -> HKAudiogramSampleType {
    HKAudiogramSampleType(named: TypeIdentifier.audiogram)
  }

  /// The type of electrocardiograms.
  public class func electrocardiogramType() -> HKElectrocardiogramType {
    HKElectrocardiogramType(named: TypeIdentifier.electrocardiogram)
  }

  /// The type of prescriptions for glasses and contact lenses.
  public class func visionPrescriptionType() -> HKPrescriptionType {
    HKPrescriptionType(named: TypeIdentifier.visionPrescription)
  }

  /// The type of states of mind.
  public class func stateOfMindType() -> HKStateOfMindType {
    HKStateOfMindType(named: TypeIdentifier.stateOfMind)
  }
}

extension HKObjectType {
  /// The type of answers to a questionnaire, or nil if the identifier is unknown.
  public class func scoredAssessmentType(
    forIdentifier identifier: HKScoredAssessmentTypeIdentifier
  ) -> HKScoredAssessmentType? {
    identifier == .GAD7 || identifier == .PHQ9 ? HKScoredAssessmentType(identifier) : nil
  }

  /// The type of clinical records with an identifier, or nil if the identifier is unknown.
  public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
    TypeIdentifier.clinicalRecords.contains { $0.identifier == identifier.rawValue } ? HKClinicalType(identifier) : nil
  }

  /// The type of doses of medications.
  public class func medicationDoseEventType() -> HKMedicationDoseEventType {
    HKMedicationDoseEventType(named: TypeIdentifier.doseEvent)
  }

  /// The type of medications.
  public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType {
    HKUserAnnotatedMedicationType(named: TypeIdentifier.medication)
  }
}
