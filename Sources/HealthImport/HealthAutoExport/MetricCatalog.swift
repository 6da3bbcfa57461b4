import FoundationEssentials
package import HealthModel

/// Maps the metrics of Health Auto Export to HealthKit.
package enum MetricCatalog {
  /// The row format of a metric.
  package enum Metric {
    case quantity(QuantityTypeEntry)
    /// One row per hour, with the number of times the user stood.
    case standHour
    case sleep
    case bloodPressure
    case sexualActivity
    /// Not in the catalog: kept by its name, in its unit.
    case unknown(name: String, unit: String)
    /// An event with a duration: `qty` with this many seconds each.
    case event(identifier: String, value: Double, secondsEach: Double)
  }

  /// The metric with a name, nil if it is unknown.
  package static func metric(named name: String) -> Metric? {
    let folded = name.lowercased().filter { $0 != "_" && $0 != " " }
    switch folded {
    case "applestandhour": return .standHour
    case "sleepanalysis": return .sleep
    case "bloodpressure": return .bloodPressure
    case "sexualactivity": return .sexualActivity
    case "mindfulminutes":
      return .event(identifier: "HKCategoryTypeIdentifierMindfulSession", value: 0, secondsEach: 60)
    case "handwashing":
      return .event(identifier: "HKCategoryTypeIdentifierHandwashingEvent", value: 0, secondsEach: 1)
    case "toothbrushing":
      return .event(identifier: "HKCategoryTypeIdentifierToothbrushingEvent", value: 0, secondsEach: 1)
    default: return byName[otherNames[folded] ?? folded].map(Metric.quantity)
    }
  }

  private static let byName: [String: QuantityTypeEntry] = Dictionary(
    QuantityTypeCatalog.all.map { ($0.name.lowercased(), $0) }
      // Nutrients have their own names: carbohydrates, caffeine.
      + QuantityTypeCatalog.all.compactMap { entry in
        entry.name.hasPrefix("dietary") ? (String(entry.name.dropFirst(7)).lowercased(), entry) : nil
      }, uniquingKeysWith: { first, _ in first })

  /// Metrics whose names differ from HealthKit's.
  private static let otherNames = [
    "activeenergy": "activeenergyburned", "basalenergy": "basalenergyburned", "restingenergy": "basalenergyburned",
    "walkingrunningdistance": "distancewalkingrunning", "cyclingdistance": "distancecycling",
    "swimmingdistance": "distanceswimming", "wheelchairdistance": "distancewheelchair",
    "heartratevariability": "heartratevariabilitysdnn", "bloodoxygensaturation": "oxygensaturation",
    "weightbodymass": "bodymass", "weight": "bodymass", "stairspeedup": "stairascentspeed",
    "stairspeeddown": "stairdescentspeed", "sixminutewalkingtestdistance": "sixminutewalktestdistance",
    "cardiorecovery": "heartraterecoveryoneminute", "dietaryenergy": "dietaryenergyconsumed",
    "totalfat": "dietaryfattotal", "saturatedfat": "dietaryfatsaturated",
    "monounsaturatedfat": "dietaryfatmonounsaturated", "polyunsaturatedfat": "dietaryfatpolyunsaturated",
    "monosaturatedfat": "dietaryfatmonounsaturated", "downhillsnowsports": "distancedownhillsnowsports",
    "downhillsnowsportsdistance": "distancedownhillsnowsports", "wheelchairpushcount": "pushcount",
    "swimstrokecount": "swimmingstrokecount", "walkingheartrate": "walkingheartrateaverage",
    "forcedexpiratoryvolume": "forcedexpiratoryvolume1", "underwaterdepth": "underwaterdepth",
    "underwatertemperature": "watertemperature", "environmentalaudio": "environmentalaudioexposure",
    "headphoneaudio": "headphoneaudioexposure", "breathingdisturbances": "applesleepingbreathingdisturbances",
    "numberoftimefallen": "numberoftimesfallen", "numberofalcoholicbeverages": "numberofalcoholicbeverages",
    "wristtemperature": "applesleepingwristtemperature",
  ]

  /// The largest value that a minute can hold, nil if that is unknown. No one burns 60 kcal in one.
  static func mostPerMinute(of metric: Metric, in unit: String) -> Double? {
    guard case .quantity(let entry) = metric else { return nil }
    switch entry.identifier {
    case TypeIdentifier.activeEnergyBurned: return unit.lowercased() == "kj" ? 251 : 60
    case TypeIdentifier.stepCount: return 400
    default: return mostPerHour(of: metric, in: unit).map { $0 / 60 }
    }
  }

  /// What becomes of the metrics.
  static var contents: [(name: String, stored: String)] {
    let others = Dictionary(grouping: otherNames.keys) { otherNames[$0] ?? "" }
    return [("the names of HealthKit's \(QuantityTypeCatalog.all.count) quantity types", "that type")]
      + others.sorted { $0.key < $1.key }.map { folded, names in
        (names.sorted().joined(separator: ", "), byName[folded]?.name ?? folded)
      } + [
        ("apple_stand_hour", "appleStandHour"), ("sleep_analysis", "sleepAnalysis"),
        ("blood_pressure", "bloodPressure"), ("sexual_activity", "sexualActivity"),
        ("mindful_minutes, handwashing, toothbrushing", "mindfulSession, handwashingEvent, toothbrushingEvent"),
        ("any other", "a type with its name and unit"),
      ]
  }

  /// The largest value that an hour can hold, nil if that is unknown.
  package static func mostPerHour(of metric: Metric, in unit: String) -> Double? {
    switch metric {
    case .standHour: 1
    case .quantity(let entry) where entry.unit == .minute:
      unit == "hr" || unit == "hours" ? 1 : unit == "s" ? 3_600 : 60
    default: nil
    }
  }

  /// The conversion from a printed unit to that of a type. A ratio is printed in percent, `97 %`, which is 0.97 in
  /// HealthKit.
  package static func conversion(from unit: String, to entry: QuantityTypeEntry) -> ((Double) -> Double)? {
    let text = self.unit(unit)
    guard let conversion = AppleCatalog.conversion(from: text, forQuantityType: entry.identifier) else { return nil }
    if text == "%" { return { conversion($0 / 100) } }
    return { conversion($0) }
  }

  /// HealthKit's text for a unit that the phone prints in another way.
  package static func unit(_ text: String) -> String { otherUnits[text] ?? text }

  private static let otherUnits = [
    "bpm": "count/min", "steps": "count", "breaths/min": "count/min", "ml/(kg·min)": "mL/min·kg",
    "ml/kg/min": "mL/min·kg",
    "hours": "hr", "minutes": "min", "seconds": "s", "℃": "degC", "°C": "degC", "℉": "degF", "°F": "degF",
    "dB": "dBASPL", "watts": "W", "watt": "W",
    "m/sec": "m/s", "L/m": "L/min", "mmol/L": "mmol<180.1558800000541>/L", "kmph": "km/hr", "km/h": "km/hr",
    "mph": "mi/hr", "spm": "count/min", "rpm": "count/min", "times": "count",
  ]

  /// The raw value of a stage of sleep, in English or, as phones in these languages print it, German or Japanese.
  package static func sleepStage(_ name: String) -> Double? {
    switch name.lowercased().filter({ $0 != " " }) {
    case "inbed", "imbett": 0
    case "asleep", "unspecified", "asleepunspecified", "睡眠": 1
    case "awake", "wach", "覚醒": 2
    case "core", "asleepcore", "kern", "leicht", "コア睡眠": 3
    case "deep", "asleepdeep", "tief", "深い睡眠": 4
    case "rem", "asleeprem", "レム睡眠", "rem睡眠": 5
    default: nil
    }
  }

  /// HealthKit's number for a workout's name, `Outdoor Run`; that of `other` if it is unknown.
  package static func activity(named name: String) -> Int {
    let words = name.lowercased().split(separator: " ")
    let folded = words.joined()
    if let entry = WorkoutActivityCatalog.all.first(where: { $0.name.lowercased() == folded }) { return entry.rawValue }
    let kinds = [
      "running": "running", "walking": "walking", "swimming": "swimming", "rowing": "rowing", "hiking": "hiking",
      "run": "running", "walk": "walking", "cycle": "cycling", "cycling": "cycling", "bike": "cycling",
      "biking": "cycling", "ride": "cycling",
      "swim": "swimming", "rower": "rowing", "hike": "hiking", "stairs": "stairs", "stepper": "stairClimbing",
    ]
    let kind = words.lazy.compactMap { kinds[String($0)] }.first
    return WorkoutActivityCatalog.all.first { $0.name == kind }?.rawValue ?? WorkoutActivityCatalog.other
  }
}
