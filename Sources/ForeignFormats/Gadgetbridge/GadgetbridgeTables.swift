import HealthImport
import HealthModel

/// The contents and units of Gadgetbridge's tables, by the names that its source generates.
enum GadgetbridgeTables {
  /// What a table of minutes holds beside steps and heart rates.
  struct Minutes {
    /// The column with active energy, and the factor to kilocalories. Other makes of devices record none, or do not say
    /// whether it is active or total.
    var energy: (column: String, factor: Double)?
    /// The column with the distance, and the factor to metres.
    var distance: (column: String, factor: Double)?
    /// Whether steps, energy and distance count from midnight.
    var isCumulative = false
    var sleep: Sleep?
  }

  /// How a table of minutes says that one was asleep.
  enum Sleep {
    /// By the kind of the minute.
    case kinds([Int64: Double])
    /// The same in four bits, of which some mean that nothing has changed.
    case maskedKinds([Int64: Double], unchanged: Set<Int64>)
    /// One kind for all sleep, with the depth in columns of their own.
    case depth(kind: Int64)
    /// By the kind, until the time in another column.
    case spans([Int64: Double], end: String)
  }

  /// Light sleep is HealthKit's core sleep.
  private static let (awake, light, deep, rem) = (2.0, 3.0, 4.0, 5.0)

  /// Tables with a column `STEPS` and a row per minute that are in this list hold more than steps and heart rates.
  static let minutes: [String: Minutes] = [
    "GARMIN_ACTIVITY_SAMPLE": Minutes(
      energy: ("ACTIVE_CALORIES", 1), distance: ("DISTANCE_CM", 0.01), isCumulative: true),
    "HUAWEI_ACTIVITY_SAMPLE": Minutes(
      energy: ("CALORIES", 0.001), distance: ("DISTANCE", 1),
      sleep: .spans([6: light, 7: deep], end: "OTHER_TIMESTAMP")),
    "HUAMI_EXTENDED_ACTIVITY_SAMPLE": Minutes(sleep: .depth(kind: 120)),
    "MI_BAND_ACTIVITY_SAMPLE": Minutes(sleep: .maskedKinds([9: light, 11: deep], unchanged: [0, 10])),
    "WITHINGS_STEEL_HRACTIVITY_SAMPLE": Minutes(sleep: .kinds([1: light, 2: deep])),
    "FIT_PRO_ACTIVITY_SAMPLE": Minutes(sleep: .kinds([11: deep, 12: light])),
    "XIAOMI_ACTIVITY_SAMPLE": Minutes(), "CMF_ACTIVITY_SAMPLE": Minutes(), "COLMI_ACTIVITY_SAMPLE": Minutes(),
  ]

  /// A table with one measurement a row, whose time is in milliseconds. The first one that the name ends with counts.
  struct Measurement {
    var suffix: String
    var column: String
    var identifier: String
    var unit: String
    var factor = 1.0
    /// A smaller value means that nothing was measured.
    var least = 1.0
  }

  static let measurements = [
    Measurement(
      suffix: "SPO2_SAMPLE", column: "SPO2", identifier: "HKQuantityTypeIdentifierOxygenSaturation", unit: "%",
      factor: 0.01),
    Measurement(suffix: "STRESS_SAMPLE", column: "STRESS", identifier: "Stress", unit: "count", least: 0),
    Measurement(
      suffix: "GARMIN_HRV_VALUE_SAMPLE", column: "VALUE",
      identifier: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD", unit: "ms"),
    // Rings of this maker do not say how they compute it.
    Measurement(suffix: "HRV_VALUE_SAMPLE", column: "VALUE", identifier: "HRV", unit: "ms"),
    Measurement(
      suffix: "HEART_RATE_RESTING_SAMPLE", column: "HEART_RATE",
      identifier: "HKQuantityTypeIdentifierRestingHeartRate", unit: "count/min"),
    Measurement(
      suffix: "HEART_RATE_MANUAL_SAMPLE", column: "HEART_RATE", identifier: TypeIdentifier.heartRate,
      unit: "count/min"),
    Measurement(
      suffix: "HEART_RATE_SAMPLE", column: "HEART_RATE", identifier: TypeIdentifier.heartRate, unit: "count/min"),
    Measurement(
      suffix: "SLEEP_RESPIRATORY_RATE_SAMPLE", column: "RATE", identifier: "HKQuantityTypeIdentifierRespiratoryRate",
      unit: "count/min"),
    Measurement(
      suffix: "RESPIRATORY_RATE_SAMPLE", column: "RESPIRATORY_RATE",
      identifier: "HKQuantityTypeIdentifierRespiratoryRate", unit: "count/min"),
    Measurement(
      suffix: "FEMOMETER_VINCA2_TEMPERATURE_SAMPLE", column: "TEMPERATURE",
      identifier: "HKQuantityTypeIdentifierBasalBodyTemperature", unit: "degC"),
    Measurement(
      suffix: "WEIGHT_SAMPLE", column: "WEIGHT_KG", identifier: "HKQuantityTypeIdentifierBodyMass", unit: "kg"),
    Measurement(
      suffix: "WENA3_VO2_SAMPLE", column: "VO2", identifier: "HKQuantityTypeIdentifierVO2Max", unit: "mL/min·kg"),
  ]

  /// A table with a stage of sleep a row.
  struct Stages {
    var table: String
    var stages: [Int64: Double]
    var extent: Extent
  }

  /// How long a stage lasts.
  enum Extent {
    /// This many seconds for each unit of the column `DURATION`.
    case duration(Double)
    /// Until the next stage, or the end of the night in another table.
    case next(nights: String)
    /// Since the stage before, or the event of falling asleep in another table.
    case previous(events: String)
  }

  static let stages = [
    Stages(table: "CMF_SLEEP_STAGE_SAMPLE", stages: [1: deep, 2: light, 3: rem], extent: .duration(1)),
    Stages(
      table: "COLMI_SLEEP_STAGE_SAMPLE", stages: [2: light, 3: deep, 4: rem, 5: awake], extent: .duration(60)),
    Stages(
      table: "XIAOMI_SLEEP_STAGE_SAMPLE", stages: [2: deep, 3: light, 4: rem, 5: awake],
      extent: .next(nights: "XIAOMI_SLEEP_TIME_SAMPLE")),
    Stages(
      table: "GARMIN_SLEEP_STAGE_SAMPLE", stages: [1: awake, 2: light, 3: deep, 4: rem],
      extent: .previous(events: "GARMIN_EVENT_SAMPLE")),
  ]

  /// Spans of sleep with both ends in seconds.
  static let overlays: [String: [Int64: Double]] = [
    "PEBBLE_HEALTH_ACTIVITY_OVERLAY": [1: light, 2: deep, 3: light, 4: deep]
  ]

  static let intensityMinutes = "GARMIN_INTENSITY_MINUTES_SAMPLE"
  static let workouts = "BASE_ACTIVITY_SUMMARY"

  /// Gadgetbridge's own activity numbers; all others are `other`.
  static let activities: [Int64: String] = [
    0x10: "running", 0x20: "walking", 0x40: "swimming", 0x80: "cycling", 0x100: "running", 0x400: "swimming",
    0x800: "cycling", 0x1000: "elliptical", 0x2000: "jumpRope", 0x4000: "yoga", 0x8000: "soccer", 0x1_0000: "rowing",
    0x2_0000: "cricket", 0x4_0000: "basketball", 0x8_0000: "tableTennis", 0x10_0000: "badminton",
    0x20_0000: "traditionalStrengthTraining", 0x40_0000: "hiking", 0x80_0000: "climbing", 0x400_0001: "running",
    0x400_0002: "handCycling", 0x400_0003: "cycling", 0x400_0004: "cycling", 0x400_0005: "handCycling",
    0x400_0006: "transition", 0x400_0008: "stairClimbing", 0x400_0009: "pilates", 0x400_000A: "swimming",
    0x400_000B: "tennis", 0x400_000D: "tableTennis", 0x400_000E: "americanFootball", 0x400_0010: "mixedCardio",
    0x400_0012: "walking", 0x400_0013: "crossCountrySkiing", 0x400_0014: "downhillSkiing",
    0x400_0015: "snowboarding", 0x400_0016: "rowing", 0x400_0017: "hiking", 0x400_0019: "swimBikeRun",
    0x400_001A: "paddleSports", 0x400_0020: "golf", 0x400_0023: "hunting", 0x400_0024: "fishing",
    0x400_0025: "skatingSports", 0x400_0026: "climbing", 0x400_0027: "climbing", 0x400_0028: "climbing",
    0x400_002A: "sailing", 0x400_002B: "sailing", 0x400_002C: "skatingSports", 0x400_002E: "snowSports",
    0x400_0030: "paddleSports", 0x400_0031: "surfingSports", 0x400_0034: "paddleSports", 0x400_0035: "paddleSports",
    0x400_0036: "surfingSports", 0x400_0037: "surfingSports", 0x400_003A: "boxing", 0x400_003B: "stairClimbing",
    0x400_003C: "baseball", 0x400_003D: "softball", 0x400_0045: "highIntensityIntervalTraining",
    0x400_0048: "pickleball", 0x400_004A: "squash", 0x400_004B: "racquetball", 0x400_0050: "mindAndBody",
    0x400_0052: "discSports", 0x400_0055: "rugby", 0x400_0056: "hockey", 0x400_0057: "lacrosse",
    0x400_0058: "volleyball", 0x400_005C: "dance", 0x400_005D: "crossTraining", 0x400_0060: "kickboxing",
    0x400_0062: "crossTraining", 0x400_0063: "functionalStrengthTraining", 0x400_0068: "martialArts",
    0x400_0069: "fencing", 0x400_006A: "coreTraining", 0x400_006E: "cooldown", 0x400_0074: "flexibility",
    0x400_0075: "gymnastics", 0x400_0076: "trackAndField", 0x400_0088: "martialArts", 0x400_0089: "taiChi",
    0x400_008C: "play", 0x400_008D: "archery", 0x400_008E: "equestrianSports", 0x400_0091: "stairs",
    0x400_0092: "mindAndBody", 0x400_0093: "wrestling", 0x400_0097: "bowling",
  ]

  static var contents: [FormatContent] {
    func minute(_ isCumulative: Bool) -> [(String, String)] {
      // A counter does not say in which minutes its steps were taken.
      let exercise = isCumulative ? "" : "; appleExerciseTime from 100 a minute, derived"
      return [
        ("STEPS", StandHours.contents(TypeIdentifier.stepCount) + exercise),
        ("HEART_RATE", FormatContent.type(TypeIdentifier.heartRate)),
      ]
    }
    return minutes.sorted { $0.key < $1.key }.map { name, contents in
      FormatContent(
        name,
        minute(contents.isCumulative)
          + [
            contents.energy.map { ($0.column, FormatContent.type(TypeIdentifier.activeEnergyBurned)) },
            contents.distance.map { ($0.column, FormatContent.type(TypeIdentifier.distanceWalkingRunning)) },
            contents.sleep.map { _ in ("RAW_KIND", "sleepAnalysis") },
          ].compactMap(\.self))
    } + [FormatContent("other tables that end in ACTIVITY_SAMPLE", minute(false))]
      + measurements.map { measurement in
        FormatContent(
          (measurement.suffix.hasPrefix("GARMIN") || measurement.suffix.contains("2_") ? "" : "…") + measurement.suffix,
          [(measurement.column, FormatContent.type(measurement.identifier))])
      } + (stages.map(\.table) + overlays.keys.sorted()).map { FormatContent($0, stored: "sleepAnalysis") } + [
        FormatContent(intensityMinutes, ["MODERATE, VIGOROUS": "appleExerciseTime, derived"]),
        FormatContent(
          workouts,
          [
            "START_TIME, END_TIME, ACTIVITY_KIND, NAME": "workout",
            "SUMMARY_DATA":
              "of it, activeSeconds, distanceMeters, caloriesBurnt, steps, averageHR and maxHR: of the workout",
          ]),
        FormatContent("other tables with a time and a device", skipped: .unsupportedElement),
      ]
  }
}
