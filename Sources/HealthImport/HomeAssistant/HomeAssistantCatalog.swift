import HealthModel

/// The sensors that Home Assistant's app for the iPhone reports from Apple Health.
enum HomeAssistantCatalog {
  struct Sensor {
    /// The name that the app gives it. Home Assistant's entity ends with it, in lower case and with underscores.
    var name: String
    /// The app's own name in a webhook.
    var uniqueID: String
    var identifier: String
    /// The app's unit, which its webhook does not repeat; empty for a mere number.
    var unit: String
    /// Whether the state is the total since midnight rather than the latest measurement.
    var isTotal: Bool

    /// `walking_running_distance`
    var slug: String {
      name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    }
  }

  private static func sensor(
    _ name: String, _ uniqueID: String, _ type: String, _ unit: String, isTotal: Bool = false
  ) -> Sensor {
    Sensor(
      name: name, uniqueID: "health_" + uniqueID, identifier: "HKQuantityTypeIdentifier" + type, unit: unit,
      isTotal: isTotal)
  }

  static let all = [
    sensor("Health Steps", "steps", "StepCount", "steps", isTotal: true),
    sensor("Walking + Running Distance", "distance_walking_running", "DistanceWalkingRunning", "km", isTotal: true),
    sensor("Active Energy", "active_energy_burned", "ActiveEnergyBurned", "kcal", isTotal: true),
    sensor("Resting Energy", "basal_energy_burned", "BasalEnergyBurned", "kcal", isTotal: true),
    sensor("Flights Climbed", "flights_climbed", "FlightsClimbed", "floors", isTotal: true),
    sensor("Exercise Time", "apple_exercise_time", "AppleExerciseTime", "min", isTotal: true),
    sensor("Water", "dietary_water", "DietaryWater", "mL", isTotal: true),
    sensor("Inhaler Usage", "inhaler_usage", "InhalerUsage", "times", isTotal: true),
    sensor("Insulin Delivery", "insulin_delivery", "InsulinDelivery", "IU", isTotal: true),
    sensor(
      "Alcoholic Beverages", "number_of_alcoholic_beverages", "NumberOfAlcoholicBeverages", "drinks", isTotal: true),
    sensor("VO2 Max", "vo2_max", "VO2Max", "mL/kg·min"),
    sensor("Heart Rate", "heart_rate", "HeartRate", "bpm"),
    sensor("Resting Heart Rate", "resting_heart_rate", "RestingHeartRate", "bpm"),
    sensor("Walking Heart Rate Average", "walking_heart_rate_average", "WalkingHeartRateAverage", "bpm"),
    sensor("Heart Rate Variability", "heart_rate_variability", "HeartRateVariabilitySDNN", "ms"),
    sensor("Heart Rate Recovery", "heart_rate_recovery_one_minute", "HeartRateRecoveryOneMinute", "bpm"),
    sensor("Atrial Fibrillation Burden", "atrial_fibrillation_burden", "AtrialFibrillationBurden", "%"),
    sensor("Peripheral Perfusion Index", "peripheral_perfusion_index", "PeripheralPerfusionIndex", "%"),
    sensor("Blood Pressure Systolic", "blood_pressure_systolic", "BloodPressureSystolic", "mmHg"),
    sensor("Blood Pressure Diastolic", "blood_pressure_diastolic", "BloodPressureDiastolic", "mmHg"),
    sensor("Weight", "body_mass", "BodyMass", "kg"),
    sensor("Body Mass Index", "body_mass_index", "BodyMassIndex", ""),
    sensor("Body Fat Percentage", "body_fat_percentage", "BodyFatPercentage", "%"),
    sensor("Lean Body Mass", "lean_body_mass", "LeanBodyMass", "kg"),
    sensor("Height", "height", "Height", "cm"),
    sensor("Waist Circumference", "waist_circumference", "WaistCircumference", "cm"),
    sensor(
      "Sleeping Wrist Temperature", "apple_sleeping_wrist_temperature", "AppleSleepingWristTemperature", "°C"),
    sensor("Respiratory Rate", "respiratory_rate", "RespiratoryRate", "br/min"),
    sensor("Blood Oxygen", "oxygen_saturation", "OxygenSaturation", "%"),
    sensor("Forced Expiratory Volume (FEV1)", "forced_expiratory_volume1", "ForcedExpiratoryVolume1", "L"),
    sensor("Forced Vital Capacity", "forced_vital_capacity", "ForcedVitalCapacity", "L"),
    sensor("Peak Expiratory Flow Rate", "peak_expiratory_flow_rate", "PeakExpiratoryFlowRate", "L/min"),
    sensor(
      "Breathing Disturbances", "sleeping_breathing_disturbances", "AppleSleepingBreathingDisturbances", ""),
    sensor("Body Temperature", "body_temperature", "BodyTemperature", "°C"),
    sensor("Basal Body Temperature", "basal_body_temperature", "BasalBodyTemperature", "°C"),
    sensor("Blood Glucose", "blood_glucose", "BloodGlucose", "mg/dL"),
    sensor("Blood Alcohol Content", "blood_alcohol_content", "BloodAlcoholContent", "%"),
    sensor("Electrodermal Activity", "electrodermal_activity", "ElectrodermalActivity", "µS"),
    sensor("UV Index", "uv_exposure", "UVExposure", ""),
  ]

  /// The sensors with the longest names first: `resting_heart_rate` also ends in `heart_rate`.
  private static let bySlug = all.map { (slug: $0.slug, sensor: $0) }.sorted { $0.slug.count > $1.slug.count }

  /// - Parameter entity: `sensor.kims_iphone_active_energy`, or with a number at its end if the name was taken.
  static func sensor(entity: String) -> Sensor? {
    guard entity.hasPrefix("sensor.") else { return nil }
    let words = entity.dropFirst(7).split(separator: "_")
    let whole = words.joined(separator: "_")
    let withoutNumber = words.last.flatMap { Int($0) } == nil ? whole : words.dropLast().joined(separator: "_")
    return bySlug.first { slug, _ in
      [whole, withoutNumber].contains { $0 == slug || $0.hasSuffix("_" + slug) }
    }?.sensor
  }

  static func sensor(uniqueID: String) -> Sensor? { all.first { $0.uniqueID == uniqueID } }

  /// HealthKit's units for those that the app, or Home Assistant after a conversion, uses.
  static let units: [String: (unit: String, factor: Double)] = [
    "steps": ("count", 1), "floors": ("count", 1), "bpm": ("count/min", 1), "br/min": ("count/min", 1),
    "%": ("%", 0.01), "kcal": ("kcal", 1), "kJ": ("kJ", 1), "km": ("km", 1), "m": ("m", 1), "cm": ("cm", 1),
    "mi": ("mi", 1), "ft": ("ft", 1), "yd": ("yd", 1), "in": ("in", 1), "kg": ("kg", 1), "g": ("g", 1),
    "lb": ("lb", 1), "st": ("st", 1), "oz": ("oz", 1), "min": ("min", 1), "h": ("hr", 1), "s": ("s", 1),
    "ms": ("ms", 1), "mL/kg·min": ("mL/kg·min", 1), "mmHg": ("mmHg", 1), "kPa": ("Pa", 1_000), "°C": ("degC", 1),
    "°F": ("degF", 1), "mg/dL": ("mg/dL", 1), "mmol/L": ("mmol<180.1558800000541>/L", 1), "mL": ("mL", 1),
    "L": ("L", 1), "fl. oz.": ("fl_oz_us", 1), "L/min": ("L/min", 1), "IU": ("IU", 1), "µS": ("mcS", 1),
    "times": ("count", 1), "drinks": ("count", 1), "": ("count", 1),
  ]
}
