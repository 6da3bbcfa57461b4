package import HealthModel

extension MeasureName {
  /// The types and facts from which the measure is computed: a client must be allowed to read all of them, and no other sample
  /// changes the measure.
  package var types: [String] {
    switch self {
    case .trainingLoad, .edwardsLoad, .fitness, .fatigue, .form, .weekAgainstMonth, .monotony, .strain, .weekBalance:
      [
        TypeIdentifier.workout, TypeIdentifier.heartRate, TypeIdentifier.restingHeartRate, TypeIdentifier.dateOfBirth,
        TypeIdentifier.biologicalSex,
      ]
    case .sessionRPE: [TypeIdentifier.workout, TypeIdentifier.workoutEffortScore]
    case .recoveryOneMinute, .recoveryTwoMinutes, .best20MinuteRate: [TypeIdentifier.workout, TypeIdentifier.heartRate]
    case .cardioFitness:
      [TypeIdentifier.vo2Max, TypeIdentifier.heartRate, TypeIdentifier.restingHeartRate, TypeIdentifier.dateOfBirth]
    case .cardioFitnessPercentile:
      [
        TypeIdentifier.vo2Max, TypeIdentifier.heartRate, TypeIdentifier.restingHeartRate, TypeIdentifier.dateOfBirth,
        TypeIdentifier.biologicalSex,
      ]
    case .cardioFitnessChange: [TypeIdentifier.vo2Max]
    case .restingRate: [TypeIdentifier.restingHeartRate]
    case .maximumRate: [TypeIdentifier.heartRate, TypeIdentifier.dateOfBirth]
    case .nightHeartRate: [TypeIdentifier.sleepAnalysis, TypeIdentifier.heartRate]
    case .nightRespiratoryRate: [TypeIdentifier.sleepAnalysis, TypeIdentifier.respiratoryRate]
    case .nightWristTemperature: [TypeIdentifier.sleepAnalysis, TypeIdentifier.sleepingWristTemperature]
    case .nightOxygen: [TypeIdentifier.sleepAnalysis, TypeIdentifier.oxygenSaturation]
    case .variability: [TypeIdentifier.variabilitySDNN]
    case .nightRMSSD, .variabilityRMSSD: [TypeIdentifier.sleepAnalysis, TypeIdentifier.heartbeatSeries]
    case .nightSleep, .sleepRegularity, .midsleep, .socialJetLag, .sleepDebt, .sleepEfficiency, .sleepInterruptions:
      [TypeIdentifier.sleepAnalysis]
    case .cycleLength: [TypeIdentifier.menstrualFlow, TypeIdentifier.ovulationTest]
    case .fastest1km, .fastest5km, .fastest10km, .fastestHalfMarathon, .fastestMarathon, .longestDistance:
      [TypeIdentifier.workout, TypeIdentifier.distanceWalkingRunning]
    case .longestDuration: [TypeIdentifier.workout]
    case .power5Seconds, .power1Minute, .power5Minutes, .power20Minutes, .power1Hour:
      [TypeIdentifier.workout] + TypeIdentifier.powers
    }
  }
}

extension TypeIdentifier {
  package static let workoutEffortScore = "HKQuantityTypeIdentifierWorkoutEffortScore"
  package static let vo2Max = "HKQuantityTypeIdentifierVO2Max"
  package static let respiratoryRate = "HKQuantityTypeIdentifierRespiratoryRate"
  package static let sleepingWristTemperature = "HKQuantityTypeIdentifierAppleSleepingWristTemperature"
  package static let oxygenSaturation = "HKQuantityTypeIdentifierOxygenSaturation"
  package static let variabilitySDNN = "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
  package static let menstrualFlow = "HKCategoryTypeIdentifierMenstrualFlow"
  package static let ovulationTest = "HKCategoryTypeIdentifierOvulationTestResult"
  package static let powers = ["HKQuantityTypeIdentifierCyclingPower", "HKQuantityTypeIdentifierRunningPower"]
  fileprivate static let restingHeartRate = "HKQuantityTypeIdentifierRestingHeartRate"
  fileprivate static let dateOfBirth = "HKCharacteristicTypeIdentifierDateOfBirth"
  fileprivate static let biologicalSex = "HKCharacteristicTypeIdentifierBiologicalSex"
}
