import HealthModel
import Testing

/// The dimension and the style of aggregation of quantity types, as the comments of Apple's public header of iOS 16 give them.
@Suite("The catalog and Apple's header")
struct HeaderCatalogTests {
  /// A unit of the dimension, whether values add up, and the types by their names.
  private static let groups: [(unit: String, isCumulative: Bool, names: String)] = [
    ("count", false, "BodyMassIndex UVExposure"),
    (
      "%", false,
      """
      BodyFatPercentage WalkingDoubleSupportPercentage WalkingAsymmetryPercentage AppleWalkingSteadiness
      OxygenSaturation PeripheralPerfusionIndex BloodAlcoholContent AtrialFibrillationBurden
      """
    ),
    (
      "m", false,
      """
      Height WaistCircumference WalkingStepLength SixMinuteWalkTestDistance RunningStrideLength
      RunningVerticalOscillation UnderwaterDepth
      """
    ),
    ("kg", false, "BodyMass LeanBodyMass"),
    ("degC", false, "AppleSleepingWristTemperature BodyTemperature BasalBodyTemperature WaterTemperature"),
    (
      "count", true,
      """
      StepCount FlightsClimbed NikeFuel PushCount SwimmingStrokeCount NumberOfTimesFallen InhalerUsage
      NumberOfAlcoholicBeverages
      """
    ),
    (
      "m", true,
      """
      DistanceWalkingRunning DistanceCycling DistanceWheelchair DistanceSwimming
      DistanceDownhillSnowSports
      """
    ),
    ("kcal", true, "BasalEnergyBurned ActiveEnergyBurned DietaryEnergyConsumed"),
    ("s", true, "AppleExerciseTime AppleStandTime AppleMoveTime"),
    ("mL/(kg·min)", false, "VO2Max"),
    ("m/s", false, "WalkingSpeed StairAscentSpeed StairDescentSpeed RunningSpeed"),
    ("s", false, "RunningGroundContactTime HeartRateVariabilitySDNN"),
    ("W", false, "RunningPower"),
    (
      "count/min", false,
      """
      HeartRate RespiratoryRate RestingHeartRate WalkingHeartRateAverage
      HeartRateRecoveryOneMinute
      """
    ),
    ("mmHg", false, "BloodPressureSystolic BloodPressureDiastolic"),
    ("mg/dL", false, "BloodGlucose"),
    ("S", false, "ElectrodermalActivity"),
    ("IU", true, "InsulinDelivery"),
    ("L", false, "ForcedVitalCapacity ForcedExpiratoryVolume1"),
    ("L/min", false, "PeakExpiratoryFlowRate"),
    ("dBASPL", false, "EnvironmentalAudioExposure HeadphoneAudioExposure"),
    (
      "kg", true,
      """
      DietaryFatTotal DietaryFatPolyunsaturated DietaryFatMonounsaturated DietaryFatSaturated
      DietaryCholesterol DietarySodium DietaryCarbohydrates DietaryFiber DietarySugar DietaryProtein
      DietaryVitaminA DietaryVitaminB6 DietaryVitaminB12 DietaryVitaminC DietaryVitaminD DietaryVitaminE
      DietaryVitaminK DietaryCalcium DietaryIron DietaryThiamin DietaryRiboflavin DietaryNiacin
      DietaryFolate DietaryBiotin DietaryPantothenicAcid DietaryPhosphorus DietaryIodine DietaryMagnesium
      DietaryZinc DietarySelenium DietaryCopper DietaryManganese DietaryChromium DietaryMolybdenum
      DietaryChloride DietaryPotassium DietaryCaffeine
      """
    ),
    ("L", true, "DietaryWater"),
  ]

  @Test("103 types have the dimension and the style that the header gives")
  func header() throws {
    var count = 0
    for group in Self.groups {
      let unit = try HealthUnit(parsing: group.unit)
      for name in group.names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        count += 1
        let entry = try #require(QuantityTypeCatalog.entry(for: "HKQuantityTypeIdentifier" + name))
        #expect(entry.unit.isCompatible(with: unit), "\(name): \(entry.unit)")
        #expect((entry.aggregation == .cumulative) == group.isCumulative, "\(name): \(entry.aggregation)")
      }
    }
    #expect(count == 103)
  }
}
