import FoundationEssentials
import HealthImport
import HealthModel

/// Reads one day.
struct HealthMdReader {
  var batcher: FeedBatcher
  private let name: String
  private let day: Day
  private let context: ImportContext

  init(name: String, day: Day, context: ImportContext, batcher: FeedBatcher) {
    (self.name, self.day, self.context, self.batcher) = (name, day, context, batcher)
  }

  /// A number for the whole day.
  struct Total {
    var key: String
    var type: String
    var unit: String
    var factor = 1.0
    /// The list of samples of which it is the mean; where that exists, the mean is not stored.
    var samples: String?
  }

  private static func total(
    _ key: String, _ type: String, _ unit: String, factor: Double = 1, samples: String? = nil
  ) -> Total {
    Total(key: key, type: "HKQuantityTypeIdentifier" + type, unit: unit, factor: factor, samples: samples)
  }

  static let sections: KeyValuePairs<String, [Total]> = [
    "activity": [
      total("steps", "StepCount", "count"), total("walkingRunningDistance", "DistanceWalkingRunning", "m"),
      total("activeCalories", "ActiveEnergyBurned", "kcal"), total("basalEnergyBurned", "BasalEnergyBurned", "kcal"),
      total("exerciseMinutes", "AppleExerciseTime", "min"), total("moveMinutes", "AppleMoveTime", "min"),
      total("standTimeMinutes", "AppleStandTime", "min"), total("flightsClimbed", "FlightsClimbed", "count"),
      total("cyclingDistance", "DistanceCycling", "m"), total("swimmingDistance", "DistanceSwimming", "m"),
      total("swimmingStrokes", "SwimmingStrokeCount", "count"),
      total("wheelchairDistance", "DistanceWheelchair", "m"), total("pushCount", "PushCount", "count"),
      total("downhillSnowSportsDistance", "DistanceDownhillSnowSports", "m"),
      total("vo2Max", "VO2Max", "mL/min·kg"),
    ],
    "heart": [
      total("restingHeartRate", "RestingHeartRate", "count/min"),
      total("walkingHeartRateAverage", "WalkingHeartRateAverage", "count/min"),
      total("averageHeartRate", "HeartRate", "count/min", samples: "heartRateSamples"),
      total("hrv", "HeartRateVariabilitySDNN", "ms", samples: "hrvSamples"),
    ],
    "vitals": [
      total("bloodOxygenPercent", "OxygenSaturation", "%", factor: 0.01, samples: "bloodOxygenSamples"),
      total("respiratoryRate", "RespiratoryRate", "count/min", samples: "respiratoryRateSamples"),
      total("bloodGlucose", "BloodGlucose", "mg/dL", samples: "bloodGlucoseSamples"),
      total("bodyTemperature", "BodyTemperature", "degC"),
      total("basalBodyTemperature", "BasalBodyTemperature", "degC"),
      total("wristTemperature", "AppleSleepingWristTemperature", "degC"),
    ],
    "body": [
      total("weight", "BodyMass", "kg"), total("height", "Height", "m"), total("bmi", "BodyMassIndex", "count"),
      total("bodyFatPercentage", "BodyFatPercentage", "%"), total("leanBodyMass", "LeanBodyMass", "kg"),
      total("waistCircumference", "WaistCircumference", "cm"),
    ],
    "mobility": [
      total("walkingSpeed", "WalkingSpeed", "m/s"), total("walkingStepLength", "WalkingStepLength", "m"),
      total("walkingAsymmetryPercentage", "WalkingAsymmetryPercentage", "%", factor: 0.01),
      total("walkingDoubleSupportPercentage", "WalkingDoubleSupportPercentage", "%", factor: 0.01),
      total("stairAscentSpeed", "StairAscentSpeed", "m/s"), total("stairDescentSpeed", "StairDescentSpeed", "m/s"),
    ],
    "hearing": [total("headphoneAudioLevel", "HeadphoneAudioExposure", "dBASPL")],
  ]

  private var isMetric = true

  /// Parts of a sample or a record.
  private static let mostValues = 1 << 14

  /// Reads the sections of a day, and leaves the reader behind the day.
  mutating func read(_ outline: HealthMdOutline, _ json: inout JSONReader) throws {
    isMetric = ![outline["units"]?.text, outline["unit_system"]?.text].contains("imperial")
    let end = json.offset
    for (key, offset) in outline.sections {
      json.rewind(to: offset)
      switch key {
      case HealthMdOutline.archive:
        try list("records", of: &json) { try $0.readRecord($1, "\($0.name), record \($2 + 1)") }
      case "sleep":
        if !outline.hasRecords {
          try list("sleepStages", of: &json) { reader, stage, _ in try reader.readSleep(stage) }
        }
      case "workouts":
        guard try json.kind() == .array else { continue }
        try json.array { json, index in
          try readWorkout(&json, "\(name), workout \(index + 1)", withSeries: !outline.hasRecords)
        }
      default: if !outline.hasRecords { try readSection(key, &json) }
      }
    }
    json.rewind(to: end)
  }

  /// Passes the elements of a list in an object to the body.
  private mutating func list(
    _ name: String, of json: inout JSONReader, _ body: (inout Self, JSONValue, Int) throws -> Void
  ) throws {
    guard try json.kind() == .object else { return }
    try json.object { json, key in
      guard key == name, try json.kind() == .array else { return try json.skip() }
      try json.array { json, index in try body(&self, JSONValue(&json, mostValues: Self.mostValues), index) }
    }
  }

  // MARK: - Totals and samples of the day

  private mutating func details(_ value: JSONValue) -> FeedBatcher.Details {
    // Most samples have a time and a value only.
    guard value.members?.allSatisfy({ ["timestamp", "value"].contains($0.key) }) != true else {
      return FeedBatcher.Details(provenance: batcher.tables.provenance(named: ""))
    }
    let source = value["sourceRevision"] ?? value["source_revision"]
    var provenance = Provenance(source: Source(name: source?["name"]?.text ?? ""))
    provenance.productType = (source?["productType"] ?? source?["product_type"])?.text
    provenance.version = source?["version"]?.text
    let uuid = (value["id"] ?? value["original_uuid"])?.text.flatMap { UUIDParser.uuid($0) }
    return FeedBatcher.Details(provenance: batcher.tables.provenance(provenance), uuid: uuid)
  }

  private mutating func readSection(_ key: String, _ json: inout JSONReader) throws {
    let place = "\(name), \(key)"
    guard let totals = Self.sections.first(where: { $0.key == key })?.value else {
      return batcher.skip(.unsupportedElement, at: place)
    }
    // What the other system's numbers mean is known only for energy, counts and times.
    if key == "body", !isMetric { return batcher.skip(.incompatibleUnit, at: place) }
    guard try json.kind() == .object else { return }
    let (start, end) = (context.instant(day), context.instant(day + 1))
    var facts: [JSONValue.Member] = []
    var lists: Set<String> = []
    try json.object { json, field in
      guard try json.kind() == .array else {
        return facts.append(JSONValue.Member(field, try JSONValue(&json, mostValues: Self.mostValues)))
      }
      let total = totals.first { $0.samples == field }
      guard total != nil || field == "bloodPressureSamples" else { return try json.skip() }
      try json.array { json, _ in
        lists.insert(field)
        let sample = try JSONValue(&json, mostValues: Self.mostValues)
        if let total { try readSample(sample, total, place) } else { try readPressure(sample, place) }
      }
    }
    let section = JSONValue.object(facts)
    for total in totals {
      guard !lists.contains(total.samples ?? ""), let value = section[total.key]?.double, value != 0 else { continue }
      try batcher.add(
        quantity: total.type, value * total.factor, total.unit, from: start, to: end, details(section), at: place)
    }
    if section["standHours"] != nil { batcher.skip("bucketTooLong", at: "\(place).standHours") }
    // `distanceKm` is `distance` once more.
    for fact in facts where fact.key != "standHours" && !totals.contains(where: { fact.key.hasPrefix($0.key) }) {
      switch fact.value {
      case .whole, .number: batcher.skip(.unsupportedElement, at: "\(place).\(fact.key)")
      default: break
      }
    }
  }

  private mutating func readPressure(_ pair: JSONValue, _ place: String) throws {
    guard let date = date(pair["timestamp"]) else { return batcher.skip(.badDate, at: place) }
    guard let systolic = pair["systolic"]?.double, let diastolic = pair["diastolic"]?.double else {
      return batcher.skip(.missingValue, at: place)
    }
    try batcher.add(bloodPressure: systolic, diastolic, from: date, to: date, details(pair), at: place)
  }

  private func date(_ value: JSONValue?) -> Date? { value?.text.flatMap { WallClock.instant($0, context)?.date } }

  private mutating func readSample(_ sample: JSONValue, _ total: Total, _ place: String) throws {
    guard let date = date(sample["timestamp"]) else { return batcher.skip(.badDate, at: place) }
    var value = sample["value"]?.double
    // Older versions write percent, newer ones a fraction.
    if total.unit == "%", let number = value, number > 1 { value = number / 100 }
    try batcher.add(quantity: total.type, value, total.unit, from: date, to: date, details(sample), at: place)
  }

  private mutating func readSleep(_ stage: JSONValue) throws {
    let place = "\(name), sleep"
    guard let start = date(stage["startDate"]), let end = date(stage["endDate"]) else {
      return batcher.skip(.badDate, at: place)
    }
    guard let word = stage["stage"]?.text, !word.isEmpty else { return batcher.skip(.badValue, at: place) }
    try batcher.add(
      category: TypeIdentifier.sleepAnalysis, MetricCatalog.sleepStage(word), orUnlisted: word, from: start, to: end,
      details(stage), at: place)
  }

  // MARK: - Records

  private mutating func readRecord(_ record: JSONValue, _ place: String) throws {
    guard let start = date(record["start_date"]), let end = date(record["end_date"]) else {
      return batcher.skip(.badDate, at: place)
    }
    let identifier = record["object_type_identifier"]?.text ?? ""
    let payload = record["payload"]
    switch payload?["type"]?.text {
    case "quantity":
      try batcher.add(
        identifier, payload?["value"]?.double, payload?["unit"]?.text ?? "", from: start, to: end, details(record),
        at: place)
    case "category":
      // A type or a number that is in no catalog is kept.
      guard let value = payload?["raw_value"]?.whole, !identifier.isEmpty else {
        return batcher.skip(.badValue, at: place)
      }
      try batcher.add(category: identifier, Double(value), from: start, to: end, details(record), at: place)
    default: batcher.skip(.unsupportedElement, at: place)
    }
  }

  // MARK: - Workouts

  /// - Parameter withSeries: whether its heart rates are not among the day's records.
  private mutating func readWorkout(_ json: inout JSONReader, _ place: String, withSeries: Bool) throws {
    var facts: [JSONValue.Member] = []
    var laps: [WorkoutEventRecord] = []
    var points: [RoutePoint] = []
    var series: Int?
    guard try json.kind() == .object else {
      batcher.skip(.badDate, at: place)
      return try json.skip()
    }
    try json.object { json, field in
      switch (field, try json.kind()) {
      case ("laps", .array):
        try json.array { json, _ in
          guard let lap = lap(try JSONValue(&json, mostValues: Self.mostValues)), laps.count < 4_096 else { return }
          laps.append(lap)
        }
      case ("route", .array):
        try json.array { json, _ in
          guard let point = point(try JSONValue(&json, mostValues: Self.mostValues)),
            points.count < SampleLimits.mostPoints
          else { return batcher.skip(.badValue, at: "\(place), route") }
          points.append(point)
        }
      case ("timeSeries", .object):
        series = json.offset
        try json.skip()
      case (_, .array): try json.skip()
      default: facts.append(JSONValue.Member(field, try JSONValue(&json, mostValues: Self.mostValues)))
      }
    }
    let details = try addWorkout(.object(facts), laps, points, place)
    guard withSeries, let details, let series else { return }
    let end = json.offset
    json.rewind(to: series)
    try list("heartRate", of: &json) { reader, beat, _ in
      guard let date = reader.date(beat["timestamp"]) else { return reader.batcher.skip(.badDate, at: place) }
      try reader.batcher.add(
        quantity: TypeIdentifier.heartRate, beat["value"]?.double, "count/min", from: date, to: date, details, at: place
      )
    }
    json.rewind(to: end)
  }

  /// - Returns: the workout's source; nil if it was skipped.
  private mutating func addWorkout(
    _ workout: JSONValue, _ laps: [WorkoutEventRecord], _ points: [RoutePoint], _ place: String
  ) throws -> FeedBatcher.Details? {
    func skip(_ reason: SkipReason) -> FeedBatcher.Details? {
      batcher.skip(reason, at: place)
      return nil
    }
    guard let start = date(workout["startTimeISO"]) ?? date(workout["startTime"]) else {
      return skip(.badDate)
    }
    guard let seconds = workout["duration"]?.double, (0...SampleBounds.longestMeasurement).contains(seconds) else {
      return skip(.missingValue)
    }
    let end = date(workout["endTimeISO"]) ?? start + (workout["elapsedDuration"]?.double ?? seconds)
    let activity =
      workout["healthKitActivityTypeRawValue"]?.whole.map { WorkoutActivityCatalog.known($0) }
      ?? MetricCatalog.activity(named: workout["type"]?.text ?? "")
    var details = details(workout)
    if let ascent = workout["elevationGainMeters"]?.double, ascent > 0, SampleBounds.allows(ascent) {
      details.metadata = [Metadata.Entry(key: "HKElevationAscended", value: .quantity(ascent, unit: "m"))]
    }
    details.metadata += Metadata.Entry.unlisted(activity: activity, named: workout["type"]?.text ?? "")
    guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return nil }
    var record = WorkoutRecord(sample: sample, duration: min(seconds, max(0, end.timeIntervalSince(start))))
    func add(_ type: String, _ unit: String, _ sum: Double?) {
      guard let sum, sum > 0, SampleBounds.allows(sum) else { return }
      record.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
    }
    add(TypeIdentifier.activeEnergyBurned, "kcal", workout["calories"]?.double)
    // Older versions have one number, in the system's unit.
    let kilometres = workout["distanceKm"]?.double
    add(
      WorkoutTotal.distance.type(forActivity: activity), kilometres != nil || isMetric ? "km" : "mi",
      kilometres ?? workout["distance"]?.double)
    if let average = workout["avgHeartRate"]?.double, average > 0, SampleBounds.allows(average) {
      record.statistics.append(
        WorkoutStatisticsRecord(
          type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: end, average: average,
          minimum: workout["minHeartRate"]?.double, maximum: workout["maxHeartRate"]?.double))
    }
    record.events = laps
    if !points.isEmpty {
      record.routes = [batcher.route(points.sorted { $0.date < $1.date }, details.provenance)]
    }
    try batcher.add(record)
    return FeedBatcher.Details(provenance: details.provenance)
  }

  private func lap(_ value: JSONValue) -> WorkoutEventRecord? {
    guard let start = date(value["startTimeISO"]), let end = date(value["endTimeISO"]), end >= start else { return nil }
    return WorkoutEventRecord(type: 3, start: start, end: end)
  }

  private func point(_ value: JSONValue) -> RoutePoint? {
    guard let date = date(value["timestamp"]), let latitude = value["latitude"]?.double,
      let longitude = value["longitude"]?.double
    else { return nil }
    var point = RoutePoint(date: date, latitude: latitude, longitude: longitude)
    if let altitude = value["altitude"]?.double { (point.altitude, point.verticalAccuracy) = (altitude, 0) }
    if let speed = value["speedMps"]?.double { point.speed = speed }
    if let course = value["courseDegrees"]?.double { point.course = course }
    if let accuracy = value["horizontalAccuracyMeters"]?.double { point.horizontalAccuracy = accuracy }
    return point.isPlausible ? point : nil
  }

  // MARK: - Documentation

  static var contents: [FormatContent] {
    sections.map { section, totals in
      FormatContent(
        section,
        totals.map { total in
          (([total.samples].compactMap(\.self) + [total.key]).joined(separator: " or "), FormatContent.type(total.type))
        } + (section == "activity" ? [("standHours", "skipped as `bucketTooLong`: the hours are not named")] : [])
          + (section == "vitals" ? [("bloodPressureSamples", "bloodPressure")] : []))
    } + [
      FormatContent("sleep", ["sleepStages": "sleepAnalysis"]),
      FormatContent(
        "workouts",
        [
          "startTimeISO, endTimeISO, duration, type": "workout", "route, laps": "of the workout",
          "calories, distance, heart rates, elevation": "of the workout", "timeSeries.heartRate": "heartRate",
        ]),
      FormatContent(
        "healthkit_record_archive",
        [
          "quantity and category records": "the samples, instead of the day's totals",
          "others": "skipped as `unsupportedElement`",
        ]),
      FormatContent("other sections, and other numbers of these", skipped: .unsupportedElement),
    ]
  }
}

extension HealthMdFormat {
  static var contents: [FormatContent] { HealthMdReader.contents }
}
