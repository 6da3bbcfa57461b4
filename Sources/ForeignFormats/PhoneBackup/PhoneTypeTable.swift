import HealthImport
import HealthModel

/// The meaning of the numbers in `samples.data_type` of an iPhone's database.
///
/// They are Apple's own and undocumented; these are the ones that people have determined from their own databases.
enum PhoneTypeTable {
  struct Entry {
    var identifier: String
    var kind: SampleKind
    /// The unit of quantities that are stored without the unit in which they were entered; nil if unknown.
    var unit: String?
  }

  static func entry(_ number: Int64) -> Entry? {
    if let (name, unit) = quantities[number] {
      return Entry(identifier: "HKQuantityTypeIdentifier" + name, kind: .quantity, unit: unit)
    }
    if let name = categories[number] {
      return Entry(identifier: "HKCategoryTypeIdentifier" + name, kind: .category)
    }
    return nil
  }

  static let standHour: Int64 = 70
  /// The day's rings.
  static let activityCache: Int64 = 76
  static let workout: Int64 = 79

  private static let quantities: [Int64: (String, String?)] = [
    0: ("BodyMassIndex", "count"), 1: ("BodyFatPercentage", "%"), 2: ("Height", "m"), 3: ("BodyMass", "kg"),
    4: ("LeanBodyMass", "kg"), 5: ("HeartRate", "count/s"), 7: ("StepCount", "count"),
    8: ("DistanceWalkingRunning", "m"), 9: ("BasalEnergyBurned", "kcal"), 10: ("ActiveEnergyBurned", "kcal"),
    12: ("FlightsClimbed", "count"), 14: ("OxygenSaturation", "%"), 15: ("BloodGlucose", nil),
    16: ("BloodPressureSystolic", "mmHg"), 17: ("BloodPressureDiastolic", "mmHg"), 61: ("RespiratoryRate", "count/s"),
    62: ("BodyTemperature", nil), 75: ("AppleExerciseTime", "min"), 83: ("DistanceCycling", "m"),
    87: ("DietaryWater", nil), 101: ("PushCount", "count"), 110: ("DistanceSwimming", "m"),
    111: ("SwimmingStrokeCount", "count"), 113: ("DistanceWheelchair", "m"), 118: ("RestingHeartRate", "count/s"),
    124: ("VO2Max", "mL/min·kg"), 137: ("WalkingHeartRateAverage", "count/s"),
    138: ("DistanceDownhillSnowSports", "m"), 139: ("HeartRateVariabilitySDNN", "ms"),
    172: ("EnvironmentalAudioExposure", "dBASPL"), 173: ("HeadphoneAudioExposure", "dBASPL"),
    182: ("WalkingDoubleSupportPercentage", "%"), 183: ("SixMinuteWalkTestDistance", "m"),
    186: ("AppleStandTime", "min"), 187: ("WalkingSpeed", "m/s"), 188: ("WalkingStepLength", "m"),
    194: ("WalkingAsymmetryPercentage", "%"), 195: ("StairAscentSpeed", "m/s"), 196: ("StairDescentSpeed", "m/s"),
    249: ("AppleWalkingSteadiness", "%"), 258: ("RunningStrideLength", "m"),
    259: ("RunningVerticalOscillation", nil), 260: ("RunningGroundContactTime", nil),
    266: ("HeartRateRecoveryOneMinute", "count/s"), 270: ("RunningPower", "W"), 274: ("RunningSpeed", "m/s"),
    280: ("CyclingPower", "W"), 281: ("CyclingSpeed", "m/s"), 282: ("CyclingCadence", "count/s"),
  ]

  private static let categories: [Int64: String] = [
    63: "SleepAnalysis", 70: "AppleStandHour", 95: "MenstrualFlow", 96: "IntermenstrualBleeding",
    97: "SexualActivity", 99: "MindfulSession", 147: "LowHeartRateEvent", 160: "Headache", 167: "Fatigue",
    189: "ToothbrushingEvent", 237: "HandwashingEvent",
  ]

  static var contents: [FormatContent] {
    func list(_ prefix: String, _ names: some Sequence<String>) -> String {
      names.map { FormatContent.type(prefix + $0) }.sorted().joined(separator: ", ")
    }
    return [
      FormatContent("quantity_samples", stored: list("HKQuantityTypeIdentifier", quantities.values.map(\.0))),
      FormatContent("category_samples", stored: list("HKCategoryTypeIdentifier", categories.values)),
      FormatContent("activity_caches", stored: "the rings of the day with their goals"),
      FormatContent(
        "workouts, workout_activities, workout_statistics, workout_events", stored: "workout with statistics and pauses"
      ),
      FormatContent("samples of other types", stored: "skipped as `unknownType`"),
    ]
  }
}
