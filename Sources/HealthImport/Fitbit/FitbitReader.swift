import FoundationEssentials
import HealthModel

/// Reads the files of a Takeout, one after the other.
struct FitbitReader {
  var batcher: FeedBatcher
  private let context: ImportContext
  private var standHours = StandHours()
  private var energy = FitbitEnergy()
  /// Whether the context has the zone in which the person was.
  private let isZoneKnown: Bool
  /// The minutes of a day, which two files contain together.
  private var activeMinutes: [Int: Double] = [:]

  init(context: ImportContext, batcher: FeedBatcher, isZoneKnown: Bool) {
    self.context = context
    self.batcher = batcher
    self.isZoneKnown = isZoneKnown
  }

  private static let provenance = Provenance(source: Source(name: "Fitbit"))

  /// The keys of every record.
  private var details: FeedBatcher.Details {
    mutating get { FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance)) }
  }

  mutating func read(_ file: OfferedFile, _ measure: FitbitFormat.Measure) throws {
    var reader = JSONReader(try file.json())
    try reader.array { reader, index in
      let place = "\(file.lastName)[\(index)]"
      switch measure {
      case .sleep: try self.readSleep(&reader, place)
      case .exercise: try self.readExercise(&reader, place)
      case .weight: try self.readWeight(&reader, place)
      default: try self.readValue(&reader, measure, place)
      }
    }
    try reader.end()
  }

  /// Adds the values that depend on all files together.
  mutating func finish() throws {
    for (day, minutes) in activeMinutes.sorted(by: { $0.key < $1.key }) {
      var details = details
      details.isDerived = true
      let day = Day(number: day)
      try batcher.add(
        quantity: TypeIdentifier.appleExerciseTime, minutes, "min", from: context.instant(day),
        to: context.instant(day + 1), details, at: "minutes of a day")
    }
    let offsets = isZoneKnown ? [:] : energy.offsets()
    if !offsets.isEmpty {
      let found = Set(offsets.values).sorted().map(Self.text).joined(separator: ", ")
      batcher.note("Its energy is in local time, at these offsets from UTC by the steps: \(found).")
    }
    try energy.forEachMinute { day, minute, kilocalories in
      guard kilocalories > 0 else { return batcher.skip("atRest", at: "energy of a minute") }
      var details = details
      details.isDerived = true
      let start =
        offsets[day].map { Date(timeIntervalSince1970: Double(day * 1_440 + minute - $0) * 60) }
        ?? context.instant(Day(number: day), seconds: Double(minute * 60))
      try batcher.add(
        quantity: TypeIdentifier.activeEnergyBurned, kilocalories, "kcal", from: start,
        to: start.addingTimeInterval(60), details, at: "energy of a minute")
    }
    try standHours.store(into: &batcher)
  }

  /// `+05:30` for 330 minutes.
  private static func text(_ offset: Int) -> String {
    let (hours, minutes) = Int(offset.magnitude).quotientAndRemainder(dividingBy: 60)
    return "\(offset < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  // MARK: - Values

  private mutating func readValue(
    _ reader: inout JSONReader, _ measure: FitbitFormat.Measure, _ place: String
  ) throws {
    var date: String?
    var value: Double?
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("dateTime", .text): date = try reader.text(limit: 64)
      case ("value", .text), ("value", .number): value = try Self.number(&reader)
      case ("value", .object):
        try reader.object { reader, key in
          switch (key, try reader.kind()) {
          case ("bpm", .number), ("value", .number): value = try reader.number()
          default: try reader.skip()
          }
        }
      default: try reader.skip()
      }
    }
    guard let date, let (day, seconds) = WallClock.civil(date), SampleBounds.allows(day) else {
      return batcher.skip(.badDate, at: place)
    }
    guard let value, value.isFinite, value >= 0 else { return batcher.skip(.missingValue, at: place) }
    let start = Date(timeIntervalSince1970: Double(day.number) * 86_400 + seconds)
    let end = start.addingTimeInterval(60)
    switch measure {
    case .steps:
      try batcher.add(quantity: TypeIdentifier.stepCount, value, "count", from: start, to: end, details, at: place)
      standHours.add(value, from: start, to: end, by: Self.provenance)
      energy.add(steps: value, day: day.number, minute: Int(seconds / 60))
    case .distance:
      try batcher.add(
        quantity: TypeIdentifier.distanceWalkingRunning, value, "cm", from: start, to: end, details, at: place)
    case .calories:
      // Total energy in local time; the resting energy is subtracted once the whole day is known.
      energy.add(value, day: day.number, minute: Int(seconds / 60))
    case .heartRate:
      try batcher.add(
        quantity: TypeIdentifier.heartRate, value, "count/min", from: start, to: start, details, at: place)
    case .restingHeartRate:
      guard value > 0 else { return batcher.skip(.missingValue, at: place) }
      try batcher.add(
        quantity: "HKQuantityTypeIdentifierRestingHeartRate", value, "count/min", from: context.instant(day),
        to: context.instant(day + 1), details, at: place)
    case .moderateMinutes, .veryActiveMinutes:
      guard value <= 1_440 else { return batcher.skip(.valueOutOfRange, at: place) }
      activeMinutes[day.number, default: 0] += value
    case .sleep, .exercise, .weight: break
    }
  }

  private static func number(_ reader: inout JSONReader) throws -> Double? {
    if try reader.kind() == .number { return try reader.number() }
    return CSVTable.number(try reader.text(limit: 64))
  }

  private mutating func readWeight(_ reader: inout JSONReader, _ place: String) throws {
    var pounds: Double?
    var date: String?
    var time = "00:00:00"
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("weight", .number): pounds = try reader.number()
      case ("date", .text): date = try reader.text(limit: 64)
      case ("time", .text): time = try reader.text(limit: 64)
      default: try reader.skip()
      }
    }
    guard let date, let instant = WallClock.instant("\(date) \(time)", context)?.date else {
      return batcher.skip(.badDate, at: place)
    }
    try batcher.add(
      quantity: "HKQuantityTypeIdentifierBodyMass", pounds, "lb", from: instant, to: instant, details, at: place)
  }

  // MARK: - Sleep

  private static let stages: [String: Double] = [
    "wake": 2, "awake": 2, "restless": 2, "light": 3, "deep": 4, "rem": 5, "asleep": 1,
  ]

  private mutating func readSleep(_ reader: inout JSONReader, _ place: String) throws {
    var spans: [(start: Date?, seconds: Double?, stage: Double?)] = []
    try reader.object { reader, key in
      guard key == "levels", try reader.kind() == .object else { return try reader.skip() }
      try reader.object { reader, key in
        guard key == "data", try reader.kind() == .array else { return try reader.skip() }
        try reader.array { reader, _ in
          var span: (start: Date?, seconds: Double?, stage: Double?) = (nil, nil, nil)
          try reader.object { reader, key in
            switch (key, try reader.kind()) {
            case ("dateTime", .text): span.start = WallClock.instant(try reader.text(limit: 64), self.context)?.date
            case ("seconds", .number): span.seconds = try reader.number()
            case ("level", .text): span.stage = Self.stages[try reader.text(limit: 64)]
            default: try reader.skip()
            }
          }
          spans.append(span)
        }
      }
    }
    guard !spans.isEmpty else { return batcher.skip(.missingValue, at: place) }
    for span in spans {
      guard let start = span.start else {
        batcher.skip(.badDate, at: place)
        continue
      }
      guard let stage = span.stage, let seconds = span.seconds, (0...86_400 * 2).contains(seconds) else {
        batcher.skip(.badValue, at: place)
        continue
      }
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, stage, from: start, to: start.addingTimeInterval(seconds), details,
        at: place)
    }
  }

  // MARK: - Exercise

  private mutating func readExercise(_ reader: inout JSONReader, _ place: String) throws {
    var name = ""
    var start: Date?
    var milliseconds: Double?
    var active: Double?
    var kilocalories: Double?
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("activityName", .text): name = try reader.text(limit: 256)
      case ("startTime", .text):
        // In UTC, as the minutes are.
        start = WallClock.civil(try reader.text(limit: 64)).flatMap { day, seconds in
          SampleBounds.allows(day) ? Date(timeIntervalSince1970: Double(day.number) * 86_400 + seconds) : nil
        }
      case ("duration", .number): milliseconds = try reader.number()
      case ("activeDuration", .number): active = try reader.number()
      case ("calories", .number): kilocalories = try reader.number()
      default: try reader.skip()
      }
    }
    guard let start else { return batcher.skip(.badDate, at: place) }
    guard let milliseconds, milliseconds >= 0, milliseconds <= 86_400_000 * 7 else {
      return batcher.skip(.badValue, at: place)
    }
    let end = start.addingTimeInterval(milliseconds / 1_000)
    var details = details
    details.metadata = [Metadata.Entry(key: "HKWorkoutBrandName", value: .text(name))]
    guard
      let sample = batcher.workout(MetricCatalog.activity(named: name), from: start, to: end, details, at: place)
    else { return }
    let duration = active.flatMap { (0...milliseconds).contains($0) ? $0 / 1_000 : nil } ?? milliseconds / 1_000
    var workout = WorkoutRecord(sample: sample, duration: duration)
    if let kilocalories, kilocalories > 0, SampleBounds.allows(kilocalories) {
      workout.statistics.append(
        WorkoutStatisticsRecord(
          type: TypeIdentifier.activeEnergyBurned, unit: "kcal", start: start, end: end, sum: kilocalories))
    }
    try batcher.add(workout)
  }
}
