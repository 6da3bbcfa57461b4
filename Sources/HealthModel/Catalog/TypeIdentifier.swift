/// Identifiers of the types that stand alone, outside the families of quantities and categories.
package enum TypeIdentifier {
  package static let workout = "HKWorkoutTypeIdentifier"
  package static let workoutRoute = "HKWorkoutRouteTypeIdentifier"
  package static let heartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"
  package static let activitySummary = "HKActivitySummaryTypeIdentifier"
  package static let audiogram = "HKDataTypeIdentifierAudiogram"
  package static let electrocardiogram = "HKDataTypeIdentifierElectrocardiogram"
  package static let visionPrescription = "HKVisionPrescriptionTypeIdentifier"
  package static let stateOfMind = "HKDataTypeStateOfMind"
  package static let clinicalDocument = "HKDocumentTypeIdentifierCDA"

  package static let bloodPressure = "HKCorrelationTypeIdentifierBloodPressure"
  package static let food = "HKCorrelationTypeIdentifierFood"

  // The types that make the rings.
  package static let activeEnergyBurned = "HKQuantityTypeIdentifierActiveEnergyBurned"
  package static let appleMoveTime = "HKQuantityTypeIdentifierAppleMoveTime"
  package static let appleExerciseTime = "HKQuantityTypeIdentifierAppleExerciseTime"
  package static let appleStandHour = "HKCategoryTypeIdentifierAppleStandHour"
  package static let stepCount = "HKQuantityTypeIdentifierStepCount"
  package static let distanceWalkingRunning = "HKQuantityTypeIdentifierDistanceWalkingRunning"

  package static let heartRate = "HKQuantityTypeIdentifierHeartRate"
  package static let sleepAnalysis = "HKCategoryTypeIdentifierSleepAnalysis"
}
