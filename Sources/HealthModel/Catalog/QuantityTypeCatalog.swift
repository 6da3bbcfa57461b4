/// How the values of a quantity type combine, with the raw values of `HKQuantityAggregationStyle`.
package enum QuantityAggregation: Int, Hashable, Sendable, CaseIterable {
  /// Summed: steps, energy.
  case cumulative = 0
  /// Arithmetic mean: weight.
  case discreteArithmetic = 1
  /// Mean weighted by time: heart rate.
  case discreteTemporallyWeighted = 2
  /// Energetic mean: sound levels in decibels.
  case discreteEquivalentContinuousLevel = 3
}

/// A quantity type and its properties.
package struct QuantityTypeEntry: Hashable, Sendable {
  /// The raw identifier, `HKQuantityTypeIdentifierStepCount`.
  package let identifier: String
  /// The Swift case, `stepCount`.
  package let name: String
  /// The unit in which the store keeps its values.
  package let unit: HealthUnit
  /// The same as it is printed, also if it is none that can be calculated with.
  package let unitText: String
  /// Whether this package can calculate with its unit.
  package var hasKnownUnit: Bool { !unit.isNull || unitText.isEmpty || unitText == unit.unitString }
  package let aggregation: QuantityAggregation
  /// The values that the type can have, in its own unit: an amount is not negative, nor is a heart rate, and no heart beats
  /// a thousand times a minute.
  package let values: ClosedRange<Double>
  /// True if only the system writes it.
  package let isReadOnly: Bool
  /// The first iOS with the type; empty for a type that is in no catalog.
  package let since: String

  init(
    _ name: String, _ unit: HealthUnit, _ aggregation: QuantityAggregation, since: String, isReadOnly: Bool = false,
    identifier: String? = nil
  ) {
    self.identifier = identifier ?? "HKQuantityTypeIdentifier" + name.capitalizedFirst
    self.name = name
    self.unit = unit
    self.aggregation = aggregation
    self.isReadOnly = isReadOnly
    self.since = since
    unitText = unit.unitString
    values =
      switch name {
      case "heartRate", "restingHeartRate", "walkingHeartRateAverage": 0...1_000
      default: aggregation == .cumulative ? 0...SampleBounds.largestValue : SampleBounds.values
      }
  }

  /// A type that is in no catalog.
  package init(unlisted identifier: String, unit: HealthUnit, unitText: String) {
    self.identifier = identifier
    name = identifier
    self.unit = unit
    self.unitText = unitText
    aggregation = .discreteArithmetic
    isReadOnly = false
    since = ""
    values = SampleBounds.values
  }
}

/// All quantity types. To add one, add a row here and a case of `HKQuantityTypeIdentifier`.
///
/// The canonical units are those of Apple's headers, but per minute where the headers use per second: exports print
/// rates per minute, and the printed number must be preserved exactly.
package enum QuantityTypeCatalog {
  private typealias Entry = QuantityTypeEntry

  /// The type with this raw identifier. O(1).
  package static func entry(for identifier: String) -> QuantityTypeEntry? {
    byIdentifier[ExactText(identifier)]
  }

  private static let byIdentifier = Dictionary(
    all.map { (ExactText($0.identifier), $0) }, uniquingKeysWith: { first, _ in first })

  /// Sorted by name.
  package static let all: [QuantityTypeEntry] = [
    Entry("activeEnergyBurned", .kilocalorie, .cumulative, since: "8.0"),
    Entry("appleExerciseTime", .minute, .cumulative, since: "9.3", isReadOnly: true),
    Entry("appleMoveTime", .minute, .cumulative, since: "14.5"),
    Entry("appleSleepingBreathingDisturbances", .count, .discreteArithmetic, since: "18.0"),
    Entry("appleSleepingWristTemperature", .degreeCelsius, .discreteArithmetic, since: "16.0"),
    Entry("appleStandTime", .minute, .cumulative, since: "13.0", isReadOnly: true),
    Entry("appleWalkingSteadiness", .percent, .discreteArithmetic, since: "15.0", isReadOnly: true),
    Entry("atrialFibrillationBurden", .percent, .discreteTemporallyWeighted, since: "16.0", isReadOnly: true),
    Entry("basalBodyTemperature", .degreeCelsius, .discreteArithmetic, since: "9.0"),
    Entry("basalEnergyBurned", .kilocalorie, .cumulative, since: "8.0"),
    Entry("bloodAlcoholContent", .percent, .discreteArithmetic, since: "8.0"),
    Entry("bloodGlucose", .milligramPerDeciliter, .discreteArithmetic, since: "8.0"),
    Entry("bloodPressureDiastolic", .millimeterOfMercury, .discreteArithmetic, since: "8.0"),
    Entry("bloodPressureSystolic", .millimeterOfMercury, .discreteArithmetic, since: "8.0"),
    Entry("bodyFatPercentage", .percent, .discreteArithmetic, since: "8.0"),
    Entry("bodyMass", .kilogram, .discreteArithmetic, since: "8.0"),
    Entry("bodyMassIndex", .count, .discreteArithmetic, since: "8.0"),
    Entry("bodyTemperature", .degreeCelsius, .discreteArithmetic, since: "8.0"),
    Entry("crossCountrySkiingSpeed", .meterPerSecond, .discreteArithmetic, since: "18.0"),
    Entry("cyclingCadence", .countPerMinute, .discreteArithmetic, since: "17.0"),
    Entry("cyclingFunctionalThresholdPower", .watt, .discreteArithmetic, since: "17.0"),
    Entry("cyclingPower", .watt, .discreteArithmetic, since: "17.0"),
    Entry("cyclingSpeed", .meterPerSecond, .discreteArithmetic, since: "17.0"),
    Entry("dietaryBiotin", .gram, .cumulative, since: "8.0"),
    Entry("dietaryCaffeine", .gram, .cumulative, since: "8.0"),
    Entry("dietaryCalcium", .gram, .cumulative, since: "8.0"),
    Entry("dietaryCarbohydrates", .gram, .cumulative, since: "8.0"),
    Entry("dietaryChloride", .gram, .cumulative, since: "8.0"),
    Entry("dietaryCholesterol", .gram, .cumulative, since: "8.0"),
    Entry("dietaryChromium", .gram, .cumulative, since: "8.0"),
    Entry("dietaryCopper", .gram, .cumulative, since: "8.0"),
    Entry("dietaryEnergyConsumed", .kilocalorie, .cumulative, since: "8.0"),
    Entry("dietaryFatMonounsaturated", .gram, .cumulative, since: "8.0"),
    Entry("dietaryFatPolyunsaturated", .gram, .cumulative, since: "8.0"),
    Entry("dietaryFatSaturated", .gram, .cumulative, since: "8.0"),
    Entry("dietaryFatTotal", .gram, .cumulative, since: "8.0"),
    Entry("dietaryFiber", .gram, .cumulative, since: "8.0"),
    Entry("dietaryFolate", .gram, .cumulative, since: "8.0"),
    Entry("dietaryIodine", .gram, .cumulative, since: "8.0"),
    Entry("dietaryIron", .gram, .cumulative, since: "8.0"),
    Entry("dietaryMagnesium", .gram, .cumulative, since: "8.0"),
    Entry("dietaryManganese", .gram, .cumulative, since: "8.0"),
    Entry("dietaryMolybdenum", .gram, .cumulative, since: "8.0"),
    Entry("dietaryNiacin", .gram, .cumulative, since: "8.0"),
    Entry("dietaryPantothenicAcid", .gram, .cumulative, since: "8.0"),
    Entry("dietaryPhosphorus", .gram, .cumulative, since: "8.0"),
    Entry("dietaryPotassium", .gram, .cumulative, since: "8.0"),
    Entry("dietaryProtein", .gram, .cumulative, since: "8.0"),
    Entry("dietaryRiboflavin", .gram, .cumulative, since: "8.0"),
    Entry("dietarySelenium", .gram, .cumulative, since: "8.0"),
    Entry("dietarySodium", .gram, .cumulative, since: "8.0"),
    Entry("dietarySugar", .gram, .cumulative, since: "8.0"),
    Entry("dietaryThiamin", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminA", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminB12", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminB6", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminC", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminD", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminE", .gram, .cumulative, since: "8.0"),
    Entry("dietaryVitaminK", .gram, .cumulative, since: "8.0"),
    Entry("dietaryWater", .milliliter, .cumulative, since: "9.0"),
    Entry("dietaryZinc", .gram, .cumulative, since: "8.0"),
    Entry("distanceCrossCountrySkiing", .meter, .cumulative, since: "18.0"),
    Entry("distanceCycling", .meter, .cumulative, since: "8.0"),
    Entry("distanceDownhillSnowSports", .meter, .cumulative, since: "11.2"),
    Entry("distancePaddleSports", .meter, .cumulative, since: "18.0"),
    Entry("distanceRowing", .meter, .cumulative, since: "18.0"),
    Entry("distanceSkatingSports", .meter, .cumulative, since: "18.0"),
    Entry("distanceSwimming", .meter, .cumulative, since: "10.0"),
    Entry("distanceWalkingRunning", .meter, .cumulative, since: "8.0"),
    Entry("distanceWheelchair", .meter, .cumulative, since: "10.0"),
    Entry("electrodermalActivity", .siemen, .discreteArithmetic, since: "8.0"),
    Entry("environmentalAudioExposure", .soundPressureLevel, .discreteEquivalentContinuousLevel, since: "13.0"),
    Entry("environmentalSoundReduction", .soundPressureLevel, .discreteEquivalentContinuousLevel, since: "16.0"),
    Entry("estimatedWorkoutEffortScore", .appleEffortScore, .discreteArithmetic, since: "18.0"),
    Entry("flightsClimbed", .count, .cumulative, since: "8.0"),
    Entry("forcedExpiratoryVolume1", .liter, .discreteArithmetic, since: "8.0"),
    Entry("forcedVitalCapacity", .liter, .discreteArithmetic, since: "8.0"),
    Entry("headphoneAudioExposure", .soundPressureLevel, .discreteEquivalentContinuousLevel, since: "13.0"),
    Entry("heartRate", .countPerMinute, .discreteTemporallyWeighted, since: "8.0"),
    Entry("heartRateRecoveryOneMinute", .countPerMinute, .discreteArithmetic, since: "16.0"),
    Entry("heartRateVariabilityRMSSD", .millisecond, .discreteArithmetic, since: "27.0"),
    Entry("heartRateVariabilitySDNN", .millisecond, .discreteArithmetic, since: "11.0"),
    Entry("height", .meter, .discreteArithmetic, since: "8.0"),
    Entry("inhalerUsage", .count, .cumulative, since: "8.0"),
    Entry("insulinDelivery", .internationalUnit, .cumulative, since: "11.0"),
    Entry("leanBodyMass", .kilogram, .discreteArithmetic, since: "8.0"),
    Entry("nikeFuel", .count, .cumulative, since: "8.0", isReadOnly: true),
    Entry("numberOfAlcoholicBeverages", .count, .cumulative, since: "15.0"),
    Entry("numberOfTimesFallen", .count, .cumulative, since: "8.0"),
    Entry("oxygenSaturation", .percent, .discreteArithmetic, since: "8.0"),
    Entry("paddleSportsSpeed", .meterPerSecond, .discreteArithmetic, since: "18.0"),
    Entry("peakExpiratoryFlowRate", .literPerMinute, .discreteArithmetic, since: "8.0"),
    Entry("peripheralPerfusionIndex", .percent, .discreteArithmetic, since: "8.0"),
    Entry("physicalEffort", .kilocaloriePerKilogramHour, .discreteArithmetic, since: "17.0"),
    Entry("pushCount", .count, .cumulative, since: "10.0"),
    Entry("respiratoryRate", .countPerMinute, .discreteArithmetic, since: "8.0"),
    Entry("restingHeartRate", .countPerMinute, .discreteArithmetic, since: "11.0"),
    Entry("rowingSpeed", .meterPerSecond, .discreteArithmetic, since: "18.0"),
    Entry("runningGroundContactTime", .millisecond, .discreteArithmetic, since: "16.0"),
    Entry("runningPower", .watt, .discreteArithmetic, since: "16.0"),
    Entry("runningSpeed", .meterPerSecond, .discreteArithmetic, since: "16.0"),
    Entry("runningStrideLength", .meter, .discreteArithmetic, since: "16.0"),
    Entry("runningVerticalOscillation", .centimeter, .discreteArithmetic, since: "16.0"),
    Entry("sixMinuteWalkTestDistance", .meter, .discreteArithmetic, since: "14.0"),
    Entry("stairAscentSpeed", .meterPerSecond, .discreteArithmetic, since: "14.0"),
    Entry("stairDescentSpeed", .meterPerSecond, .discreteArithmetic, since: "14.0"),
    Entry("stepCount", .count, .cumulative, since: "8.0"),
    Entry("swimmingStrokeCount", .count, .cumulative, since: "10.0"),
    Entry("timeInDaylight", .minute, .cumulative, since: "17.0"),
    Entry("underwaterDepth", .meter, .discreteArithmetic, since: "16.0"),
    Entry("uvExposure", .count, .discreteArithmetic, since: "9.0", identifier: "HKQuantityTypeIdentifierUVExposure"),
    Entry(
      "vo2Max", .milliliterPerKilogramMinute, .discreteArithmetic, since: "11.0",
      identifier: "HKQuantityTypeIdentifierVO2Max"),
    Entry("waistCircumference", .meter, .discreteArithmetic, since: "11.0"),
    Entry("walkingAsymmetryPercentage", .percent, .discreteArithmetic, since: "14.0"),
    Entry("walkingDoubleSupportPercentage", .percent, .discreteArithmetic, since: "14.0"),
    Entry("walkingHeartRateAverage", .countPerMinute, .discreteArithmetic, since: "11.0", isReadOnly: true),
    Entry("walkingSpeed", .meterPerSecond, .discreteArithmetic, since: "14.0"),
    Entry("walkingStepLength", .meter, .discreteArithmetic, since: "14.0"),
    Entry("waterTemperature", .degreeCelsius, .discreteArithmetic, since: "16.0"),
    Entry("workoutEffortScore", .appleEffortScore, .discreteArithmetic, since: "18.0"),
  ]
}
