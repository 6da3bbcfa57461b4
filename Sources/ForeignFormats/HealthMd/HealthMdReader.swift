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

  /// Names of the file itself, and what is a means to read others.
  private static let others: Set<String> = [
    "type", "date", "units", "unit_system", "schema", "schema_version", "time_context", "raw_capture_status",
    "diagnostics", "healthkit_record_archive", "sleep", "workouts",
  ]

  private var isMetric = true

  mutating func read(_ document: JSONValue) throws {
    isMetric = ![document["units"]?.text, document["unit_system"]?.text].contains("imperial")
    let records = document["healthkit_record_archive"]?["records"]?.array ?? []
    if records.isEmpty {
      for member in document.members ?? [] where !Self.others.contains(member.key) { try readSection(member) }
      try readSleep(document["sleep"]?["sleepStages"]?.array ?? [])
    } else {
      // The totals of the day are made of these.
      for (index, record) in records.enumerated() { try readRecord(record, "\(name), record \(index + 1)") }
    }
    for (index, workout) in (document["workouts"]?.array ?? []).enumerated() {
      try readWorkout(workout, "\(name), workout \(index + 1)", withSeries: records.isEmpty)
    }
  }

  // MARK: - Totals and samples of the day

  private mutating func details(_ value: JSONValue) -> FeedBatcher.Details {
    let source = value["sourceRevision"] ?? value["source_revision"]
    var provenance = Provenance(source: Source(name: source?["name"]?.text ?? ""))
    provenance.productType = (source?["productType"] ?? source?["product_type"])?.text
    provenance.version = source?["version"]?.text
    let uuid = (value["id"] ?? value["original_uuid"])?.text.flatMap { UUID(uuidString: $0) }
    return FeedBatcher.Details(provenance: batcher.tables.provenance(provenance), uuid: uuid)
  }

  private mutating func readSection(_ member: JSONValue.Member) throws {
    let place = "\(name), \(member.key)"
    guard let totals = Self.sections.first(where: { $0.key == member.key })?.value else {
      return batcher.skip(.unsupportedElement, at: place)
    }
    // What the other system's numbers mean is known only for energy, counts and times.
    if member.key == "body", !isMetric { return batcher.skip(.incompatibleUnit, at: place) }
    let (start, end) = (context.instant(day), context.instant(day + 1))
    for total in totals {
      if let samples = total.samples.flatMap({ member.value[$0]?.array }), !samples.isEmpty {
        for sample in samples { try readSample(sample, total, place) }
        continue
      }
      guard let value = member.value[total.key]?.double, value != 0 else { continue }
      try batcher.add(
        quantity: total.type, value * total.factor, total.unit, from: start, to: end, details(member.value), at: place)
    }
    for pair in member.value["bloodPressureSamples"]?.array ?? [] {
      guard let date = date(pair["timestamp"]) else {
        batcher.skip(.badDate, at: place)
        continue
      }
      guard let systolic = pair["systolic"]?.double, let diastolic = pair["diastolic"]?.double else {
        batcher.skip(.missingValue, at: place)
        continue
      }
      try batcher.add(bloodPressure: systolic, diastolic, from: date, to: date, details(pair), at: place)
    }
    if member.value["standHours"] != nil { batcher.skip("bucketTooLong", at: "\(place).standHours") }
  }

  private func date(_ value: JSONValue?) -> Date? { value?.text.flatMap { WallClock.instant($0, context)?.date } }

  private mutating func readSample(_ sample: JSONValue, _ total: Total, _ place: String) throws {
    guard let date = date(sample["timestamp"]) else { return batcher.skip(.badDate, at: place) }
    var value = sample["value"]?.double
    // Older versions write percent, newer ones a fraction.
    if total.unit == "%", let number = value, number > 1 { value = number / 100 }
    try batcher.add(quantity: total.type, value, total.unit, from: date, to: date, details(sample), at: place)
  }

  private mutating func readSleep(_ stages: [JSONValue]) throws {
    for stage in stages {
      let place = "\(name), sleep"
      guard let start = date(stage["startDate"]), let end = date(stage["endDate"]) else {
        batcher.skip(.badDate, at: place)
        continue
      }
      guard let value = stage["stage"]?.text.flatMap(MetricCatalog.sleepStage) else {
        batcher.skip(.badValue, at: place)
        continue
      }
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, value, from: start, to: end, details(stage), at: place)
    }
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
      guard let value = payload?["raw_value"]?.double,
        CategoryTypeCatalog.entry(for: identifier)?.values.contains(Int(exactly: value) ?? .min) == true
      else { return batcher.skip(.badValue, at: place) }
      try batcher.add(category: identifier, value, from: start, to: end, details(record), at: place)
    default: batcher.skip(.unsupportedElement, at: place)
    }
  }

  // MARK: - Workouts

  private mutating func readWorkout(_ workout: JSONValue, _ place: String, withSeries: Bool) throws {
    guard let start = date(workout["startTimeISO"]) ?? date(workout["startTime"]) else {
      return batcher.skip(.badDate, at: place)
    }
    guard let seconds = workout["duration"]?.double, (0...SampleBounds.longestMeasurement).contains(seconds) else {
      return batcher.skip(.missingValue, at: place)
    }
    let end = date(workout["endTimeISO"]) ?? start + (workout["elapsedDuration"]?.double ?? seconds)
    let activity =
      workout["healthKitActivityTypeRawValue"]?.whole.map { WorkoutActivityCatalog.known($0) }
      ?? MetricCatalog.activity(named: workout["type"]?.text ?? "")
    var details = details(workout)
    if let ascent = workout["elevationGainMeters"]?.double, ascent > 0, SampleBounds.allows(ascent) {
      details.metadata = [Metadata.Entry(key: "HKElevationAscended", value: .quantity(ascent, unit: "m"))]
    }
    guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return }
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
    record.events = (workout["laps"]?.array ?? []).prefix(4_096).compactMap { lap in
      guard let start = date(lap["startTimeISO"]), let end = date(lap["endTimeISO"]), end >= start else { return nil }
      return WorkoutEventRecord(type: 3, start: start, end: end)
    }
    let points = (workout["route"]?.array ?? []).prefix(SampleLimits.mostPoints).compactMap(point)
    if !points.isEmpty {
      record.routes = [batcher.route(points.sorted { $0.date < $1.date }, details.provenance)]
    }
    try batcher.add(record)
    guard withSeries else { return }
    details = FeedBatcher.Details(provenance: details.provenance)
    for beat in workout["timeSeries"]?["heartRate"]?.array ?? [] {
      guard let date = date(beat["timestamp"]) else {
        batcher.skip(.badDate, at: place)
        continue
      }
      try batcher.add(
        quantity: TypeIdentifier.heartRate, beat["value"]?.double, "count/min", from: date, to: date, details, at: place
      )
    }
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
      FormatContent("other sections", skipped: .unsupportedElement),
    ]
  }
}

extension HealthMdFormat {
  static var contents: [FormatContent] { HealthMdReader.contents }
}
