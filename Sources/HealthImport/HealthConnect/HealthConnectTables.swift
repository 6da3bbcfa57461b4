import HealthModel

/// The contents and units of the tables in Health Connect's export.
enum HealthConnectTables {
  /// A table with one number per row.
  struct Table {
    var name: String
    var column: String
    var identifier: String
    var unit: String
    /// The factor that converts a number to the unit.
    var factor = 1.0
    /// Whether its rows have a start and an end rather than a single time.
    var isInterval: Bool
  }

  private static func interval(
    _ name: String, _ column: String, _ type: String, _ unit: String, factor: Double = 1
  ) -> Table {
    Table(
      name: name + "_record_table", column: column, identifier: "HKQuantityTypeIdentifier" + type, unit: unit,
      factor: factor, isInterval: true)
  }

  private static func instant(
    _ name: String, _ column: String, _ type: String, _ unit: String, factor: Double = 1
  ) -> Table {
    var table = interval(name, column, type, unit, factor: factor)
    table.isInterval = false
    return table
  }

  /// Energy is stored in small calories, mass in grams, ratios in percent.
  static let all = [
    interval("steps", "count", "StepCount", "count"),
    interval("distance", "distance", "DistanceWalkingRunning", "m"),
    interval("active_calories_burned", "energy", "ActiveEnergyBurned", "kcal", factor: 0.001),
    interval("floors_climbed", "floors", "FlightsClimbed", "count"),
    interval("wheelchair_pushes", "count", "PushCount", "count"),
    interval("hydration", "volume", "DietaryWater", "L"),
    instant("resting_heart_rate", "beats_per_minute", "RestingHeartRate", "count/min"),
    instant("weight", "weight", "BodyMass", "g"),
    instant("height", "height", "Height", "m"),
    instant("body_fat", "percentage", "BodyFatPercentage", "%", factor: 0.01),
    instant("oxygen_saturation", "percentage", "OxygenSaturation", "%", factor: 0.01),
    instant("respiratory_rate", "rate", "RespiratoryRate", "count/min"),
    instant("body_temperature", "temperature", "BodyTemperature", "degC"),
    instant("vo2_max", "vo2_milliliters_per_minute_kilogram", "VO2Max", "mL/min·kg"),
  ]

  /// Tables of records that are not imported, whose rows are counted as skipped.
  static let unsupported = [
    "total_calories_burned_record_table", "basal_metabolic_rate_record_table",
    "heart_rate_variability_rmssd_record_table", "elevation_gained_record_table", "nutrition_record_table",
    "blood_pressure_record_table", "blood_glucose_record_table", "basal_body_temperature_record_table",
    "lean_body_mass_record_table", "bone_mass_record_table", "body_water_mass_record_table",
    "menstruation_flow_record_table", "menstruation_period_record_table", "mindfulness_session_record_table",
    "skin_temperature_record_table", "planned_exercise_session_record_table", "ovulation_test_record_table",
    "cervical_mucus_record_table", "intermenstrual_bleeding_record_table", "sexual_activity_record_table",
  ]

  /// Health Connect's exercise types that have a counterpart; all others are `other`.
  static let activities: [Int64: String] = [
    1: "badminton", 2: "baseball", 3: "basketball", 4: "cycling", 5: "cycling", 7: "boxing", 9: "cricket",
    10: "cardioDance", 12: "fencing", 25: "paddleSports", 27: "pilates", 28: "racquetball", 29: "climbing",
    31: "rowing", 32: "rugby", 33: "running", 34: "running", 35: "sailing", 36: "underwaterDiving", 37: "skatingSports",
    38: "downhillSkiing", 39: "snowboarding", 40: "snowSports", 41: "soccer",
  ]

  /// Maps Health Connect's stages of sleep to HealthKit's.
  static let sleepStages: [Int64: Double] = [1: 2, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 2]
}
