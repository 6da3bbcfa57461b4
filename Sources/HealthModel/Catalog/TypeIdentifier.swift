/// Identifiers of the types that are neither quantities nor categories.
package enum TypeIdentifier {
  package static let workout = "HKWorkoutTypeIdentifier"
  package static let workoutRoute = "HKWorkoutRouteTypeIdentifier"
  package static let heartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"
  package static let activitySummary = "HKActivitySummaryTypeIdentifier"
  package static let audiogram = "HKDataTypeIdentifierAudiogram"
  package static let electrocardiogram = "HKDataTypeIdentifierElectrocardiogram"
  package static let menopausalState = "HKCategoryTypeIdentifierMenopausalState"
  package static let visionPrescription = "HKVisionPrescriptionTypeIdentifier"
  package static let stateOfMind = "HKDataTypeStateOfMind"
  package static let gad7 = "HKScoredAssessmentTypeIdentifierGAD7"
  package static let phq9 = "HKScoredAssessmentTypeIdentifierPHQ9"
  package static let medication = "HKDataTypeIdentifierUserAnnotatedMedicationConcept"
  package static let doseEvent = "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"
  package static let clinicalPrefix = "HKClinicalTypeIdentifier"
  package static let clinicalDocument = "HKDocumentTypeIdentifierCDA"

  /// The types of clinical records, by name.
  package static let clinicalRecords: [(name: String, identifier: String)] = [
    "allergyRecord", "clinicalNoteRecord", "conditionRecord", "coverageRecord", "immunizationRecord",
    "labResultRecord", "medicationRecord", "procedureRecord", "vitalSignRecord",
  ].map { ($0, clinicalPrefix + $0.capitalizedFirst) }

  package static let bloodPressure = "HKCorrelationTypeIdentifierBloodPressure"
  package static let food = "HKCorrelationTypeIdentifierFood"

  // The types that determine the rings.
  package static let activeEnergyBurned = "HKQuantityTypeIdentifierActiveEnergyBurned"
  package static let appleMoveTime = "HKQuantityTypeIdentifierAppleMoveTime"
  package static let appleExerciseTime = "HKQuantityTypeIdentifierAppleExerciseTime"
  package static let appleStandHour = "HKCategoryTypeIdentifierAppleStandHour"
  package static let stepCount = "HKQuantityTypeIdentifierStepCount"
  package static let distanceWalkingRunning = "HKQuantityTypeIdentifierDistanceWalkingRunning"

  package static let heartRate = "HKQuantityTypeIdentifierHeartRate"
  package static let sleepAnalysis = "HKCategoryTypeIdentifierSleepAnalysis"
}

/// The identifiers of the types from which the rings and the day view are computed.
package enum RingType {
  package static let activeEnergy = TypeIdentifier.activeEnergyBurned
  package static let moveTime = TypeIdentifier.appleMoveTime
  package static let exerciseTime = TypeIdentifier.appleExerciseTime
  package static let standHour = TypeIdentifier.appleStandHour
  package static let stepCount = TypeIdentifier.stepCount
  package static let distance = TypeIdentifier.distanceWalkingRunning
  package static let flights = "HKQuantityTypeIdentifierFlightsClimbed"

  /// The types from which a day's summary is computed.
  package static let all: Set<String> = [activeEnergy, moveTime, exerciseTime, standHour]
  /// The ring of a quantity type, and for Move what it measures then.
  package static func ring(of identifier: String) -> (ring: Ring, mode: MoveMode?)? {
    switch identifier {
    case activeEnergy: (.move, .activeEnergy)
    case moveTime: (.move, .moveTime)
    case exerciseTime: (.exercise, nil)
    default: nil
    }
  }

  /// The types that a phone records by itself.
  package static let ofPhone: Set<String> = [stepCount, distance, flights]
  /// What the hours, steps, distance and flights of a day are computed from.
  package static let ofActivity = all.union(ofPhone)
}
