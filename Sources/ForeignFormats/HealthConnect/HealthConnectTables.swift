import HealthImport
import HealthModel

/// The contents and units of the tables in Health Connect's export, as the platform's source defines them.
enum HealthConnectTables {
  /// A table with one or more numbers per row.
  struct Table {
    var name: String
    /// Whether its rows have a start and an end rather than a single time.
    var isInterval: Bool
    var values: [Value]
  }

  struct Value {
    var column: String
    var identifier: String
    var unit: String
    /// The factor that converts a number to the unit.
    var factor = 1.0
  }

  private static func value(_ column: String, _ type: String, _ unit: String, _ factor: Double) -> Value {
    Value(column: column, identifier: "HKQuantityTypeIdentifier" + type, unit: unit, factor: factor)
  }

  private static func interval(
    _ name: String, _ column: String, _ type: String, _ unit: String, factor: Double = 1
  ) -> Table {
    Table(name: name + "_record_table", isInterval: true, values: [value(column, type, unit, factor)])
  }

  private static func instant(
    _ name: String, _ column: String, _ type: String, _ unit: String, factor: Double = 1
  ) -> Table {
    Table(name: name + "_record_table", isInterval: false, values: [value(column, type, unit, factor)])
  }

  /// A measurement that HealthKit has no type for.
  private static func unlisted(
    _ name: String, _ column: String, _ type: String, _ unit: String, isInterval: Bool = false
  ) -> Table {
    Table(
      name: name + "_record_table", isInterval: isInterval,
      values: [Value(column: column, identifier: type, unit: unit)])
  }

  /// Energy is stored in small calories, mass in grams, ratios in percent.
  static let all = [
    interval("steps", "count", "StepCount", "count"),
    interval("distance", "distance", "DistanceWalkingRunning", "m"),
    interval("active_calories_burned", "energy", "ActiveEnergyBurned", "kcal", factor: 0.001),
    interval("floors_climbed", "floors", "FlightsClimbed", "count"),
    interval("wheelchair_pushes", "count", "PushCount", "count"),
    interval("hydration", "volume", "DietaryWater", "L"),
    unlisted("elevation_gained", "elevation", "ElevationGained", "m", isInterval: true),
    instant("resting_heart_rate", "beats_per_minute", "RestingHeartRate", "count/min"),
    instant("heart_rate_variability_rmssd", "heart_rate_variability_millis", "HeartRateVariabilityRMSSD", "ms"),
    instant("weight", "weight", "BodyMass", "g"),
    instant("lean_body_mass", "mass", "LeanBodyMass", "g"),
    unlisted("bone_mass", "mass", "BoneMass", "g"),
    unlisted("body_water_mass", "body_water_mass", "BodyWaterMass", "g"),
    instant("height", "height", "Height", "m"),
    instant("body_fat", "percentage", "BodyFatPercentage", "%", factor: 0.01),
    instant("oxygen_saturation", "percentage", "OxygenSaturation", "%", factor: 0.01),
    instant("respiratory_rate", "rate", "RespiratoryRate", "count/min"),
    instant("body_temperature", "temperature", "BodyTemperature", "degC"),
    instant("basal_body_temperature", "temperature", "BasalBodyTemperature", "degC"),
    instant("blood_glucose", "level", "BloodGlucose", "mmol<180.1558800000541>/L"),
    instant("vo2_max", "vo2_milliliters_per_minute_kilogram", "VO2Max", "mL/min·kg"),
    Table(
      name: "nutrition_record_table", isInterval: true,
      values: [value("energy", "DietaryEnergyConsumed", "kcal", 0.001)]
        + nutrients.map { value($0.column, "Dietary" + $0.type, "g", 1) }),
  ]

  /// Columns of food, in grams.
  private static let nutrients: [(column: String, type: String)] =
    [
      ("total_carbohydrate", "Carbohydrates"), ("total_fat", "FatTotal"), ("saturated_fat", "FatSaturated"),
      ("monounsaturated_fat", "FatMonounsaturated"), ("polyunsaturated_fat", "FatPolyunsaturated"),
      ("dietary_fiber", "Fiber"), ("folate", "Folate"), ("pantothenic_acid", "PantothenicAcid"),
      ("vitamin_b6", "VitaminB6"), ("vitamin_b12", "VitaminB12"), ("vitamin_a", "VitaminA"), ("vitamin_c", "VitaminC"),
      ("vitamin_d", "VitaminD"), ("vitamin_e", "VitaminE"), ("vitamin_k", "VitaminK"),
    ]
    + [
      "biotin", "caffeine", "calcium", "chloride", "cholesterol", "chromium", "copper", "iodine", "iron", "magnesium",
      "manganese", "molybdenum", "niacin", "phosphorus", "potassium", "protein", "riboflavin", "selenium", "sodium",
      "sugar", "thiamin", "zinc",
    ].map { ($0, $0.capitalizedFirst) }

  /// A table with the numbers of each moment of a record in another table.
  struct Series {
    var name: String
    /// The table with the records that `parent_key` refers to.
    var records: String
    var value: Value
  }

  static let series = [
    Series(
      name: "heart_rate_record_series_table", records: "heart_rate_record_table",
      value: value("beats_per_minute", "HeartRate", "count/min", 1)),
    Series(
      name: "cycling_pedaling_cadence_record_table", records: "CyclingPedalingCadenceRecordTable",
      value: value("revolutions_per_minute", "CyclingCadence", "count/min", 1)),
  ]

  /// A table of events.
  struct Events {
    var name: String
    /// The column with the kind; nil if all are of one kind.
    var column: String?
    var identifier: String
    var isInterval = false
    /// HealthKit's value for each kind.
    var values: [Int64: Double]
  }

  private static func events(
    _ name: String, _ column: String?, _ type: String, isInterval: Bool = false, _ values: [Int64: Double] = [0: 0]
  ) -> Events {
    Events(
      name: name + "_record_table", column: column, identifier: "HKCategoryTypeIdentifier" + type,
      isInterval: isInterval, values: values)
  }

  static let events = [
    events("menstruation_flow", "flow", "MenstrualFlow", [0: 1, 1: 2, 2: 3, 3: 4]),
    events("ovulation_test", "result", "OvulationTestResult", [0: 3, 1: 2, 2: 4, 3: 1]),
    events("cervical_mucus", "appearance", "CervicalMucusQuality", [1: 1, 2: 2, 3: 3, 4: 4, 5: 5]),
    events("intermenstrual_bleeding", nil, "IntermenstrualBleeding"),
    events("sexual_activity", nil, "SexualActivity"),
    events("mindfulness_session", nil, "MindfulSession", isInterval: true),
  ]

  static let bloodPressure = "blood_pressure_record_table"
  static let (sleep, stages) = ("sleep_session_record_table", "sleep_stages_table")
  static let (exercise, route) = ("exercise_session_record_table", "exercise_route_table")

  /// The parts of a session, by HealthKit's kind of event.
  static let parts: [(name: String, start: String, end: String, event: Int)] = [
    ("exercise_laps_table", "lap_start_time", "lap_end_time", 3),
    ("exercise_segments_table", "segment_start_time", "segment_end_time", 7),
  ]

  /// Tables of records that are not imported, whose rows are counted as skipped.
  /// The tables of records that are read. A later version has others, whose records are counted.
  static let read = Set(
    all.map(\.name) + series.map(\.records) + events.map(\.name) + [bloodPressure, sleep, exercise])

  static let unsupported = [
    "total_calories_burned_record_table", "basal_metabolic_rate_record_table", "menstruation_period_record_table",
    "skin_temperature_record_table", "planned_exercise_session_record_table", "power_record_table",
    "speed_record_table", "steps_cadence_record_table", "activity_intensity_record_table",
  ]

  /// Health Connect's exercise types that have a counterpart; all others are `other`.
  static let activities: [Int64: String] = [
    1: "badminton", 2: "baseball", 3: "basketball", 4: "cycling", 5: "cycling", 6: "highIntensityIntervalTraining",
    7: "boxing", 8: "functionalStrengthTraining", 9: "cricket", 10: "cardioDance", 12: "fencing",
    13: "americanFootball", 14: "australianFootball", 15: "discSports", 16: "golf", 17: "mindAndBody",
    18: "gymnastics", 19: "handball", 20: "highIntensityIntervalTraining", 21: "hiking", 22: "hockey",
    23: "skatingSports", 24: "martialArts", 25: "paddleSports", 27: "pilates", 28: "racquetball", 29: "climbing",
    30: "hockey", 31: "rowing", 32: "rugby", 33: "running", 34: "running", 35: "sailing", 36: "underwaterDiving",
    37: "skatingSports", 38: "downhillSkiing", 39: "snowboarding", 40: "snowSports", 41: "soccer", 42: "softball",
    43: "squash", 44: "stairClimbing", 45: "traditionalStrengthTraining", 46: "flexibility", 47: "surfingSports",
    48: "swimming", 49: "swimming", 50: "tableTennis", 51: "tennis", 52: "volleyball", 53: "walking",
    54: "waterPolo", 55: "traditionalStrengthTraining", 56: "wheelchairWalkPace", 57: "yoga", 59: "stairs",
    60: "elliptical", 61: "rowing",
  ]

  /// Maps Health Connect's stages of sleep to HealthKit's.
  static let sleepStages: [Int64: Double] = [1: 2, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 2]

  static var contents: [FormatContent] {
    all.map { table in
      FormatContent(table.name, table.values.map { ($0.column, StandHours.contents($0.identifier)) })
    } + series.map { FormatContent($0.name, [($0.value.column, FormatContent.type($0.value.identifier))]) }
      + events.map { FormatContent($0.name, [($0.column ?? "", FormatContent.type($0.identifier))]) } + [
        FormatContent(bloodPressure, ["systolic, diastolic": "bloodPressure"]),
        FormatContent(sleep, stored: "sleepAnalysis, of sessions without stages"),
        FormatContent(stages, ["stage_type": "sleepAnalysis"]),
        FormatContent(exercise, ["exercise_type, title": "workout; appleExerciseTime, derived"]),
        FormatContent(route, stored: "the workout's route"),
      ]
      + parts.map { FormatContent($0.name, stored: $0.event == 3 ? "laps of the workout" : "segments of the workout") }
      + unsupported.map { FormatContent($0, skipped: .unsupportedElement) }
  }
}
