import FoundationEssentials
import HealthImport
import HealthModel

/// Reads the files of a Takeout, one after the other.
struct FitbitReader {
  var batcher: FeedBatcher
  let context: ImportContext
  var standHours: StandHours
  var energy = FitbitEnergy()
  /// The days whose energy is in Fitbit's own files; nil until Google's tables are read.
  var knownEnergy: Set<Int>?
  /// Whether the context has the zone in which the person was.
  private let isZoneKnown: Bool
  /// The minutes of a day, which two files contain together.
  private(set) var activeMinutes: [Int: Double] = [:]
  /// The hours, since 1970, of which Fitbit's own files have something, by type.
  private var hours: [String: Set<Int>] = [:]

  init(context: ImportContext, batcher: FeedBatcher, isZoneKnown: Bool) {
    self.context = context
    standHours = StandHours(context: context)
    self.batcher = batcher
    self.isZoneKnown = isZoneKnown
  }

  static let provenance = Provenance(source: Source(name: "Fitbit"))

  /// The keys of every record.
  var details: FeedBatcher.Details {
    mutating get { FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance)) }
  }

  mutating func read(_ file: OfferedFile, _ table: FitbitTable) throws {
    var known = hours[table.identifier] ?? []
    try table.read(file, context, Self.provenance, &batcher) { known.formUnion(Self.hours($0...$0)) }
    hours[table.identifier] = known
  }

  private static func hours(_ span: ClosedRange<Date>) -> ClosedRange<Int> {
    func hour(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 3_600).rounded(.down)) }
    return hour(span.lowerBound)...min(hour(span.upperBound), hour(span.lowerBound) + 24)
  }

  private mutating func note(_ identifier: String, _ span: ClosedRange<Date>) {
    hours[identifier, default: []].formUnion(Self.hours(span))
  }

  /// Whether Fitbit's own files have something of the time.
  func isKnown(_ identifier: String, _ span: ClosedRange<Date>) -> Bool {
    hours[identifier].map { known in Self.hours(span).contains { known.contains($0) } } ?? false
  }

  mutating func read(_ file: OfferedFile, _ measure: FitbitFormat.Measure) throws {
    var reader = JSONReader(try file.json(context))
    let name = String(file.lastName)
    try reader.array { reader, index in
      func place() -> String { "\(name)[\(index)]" }
      guard try reader.kind() == .object else {
        self.batcher.skip(.damaged, at: place())
        return try reader.skip()
      }
      switch measure {
      case .sleep: try self.readSleep(&reader, place)
      case .exercise: try self.readExercise(&reader, place)
      case .weight: try self.readWeight(&reader, place)
      case .water: try self.readWater(&reader, place)
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
    // Google's tables have no local time.
    let local = knownEnergy ?? Set(energy.days)
    let offsets = isZoneKnown ? [:] : energy.offsets().filter { local.contains($0.key) }
    if !offsets.isEmpty {
      let found = Set(offsets.values).sorted().map(Self.text).joined(separator: ", ")
      batcher.note("Its energy is in local time, at these offsets from UTC by the steps: \(found).")
    }
    let unknown = isZoneKnown ? 0 : local.count - offsets.count
    if unknown > 0 {
      batcher.note(
        "The steps do not show the offset from UTC on \(unknown) days, whose energy is taken to be in your zone.")
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
    return "\(offset < 0 ? "-" : "+")\(hours.twoDigits):\(minutes.twoDigits)"
  }

  // MARK: - Values

  private mutating func readValue(
    _ reader: inout JSONReader, _ measure: FitbitFormat.Measure, _ place: () -> String
  ) throws {
    var date: String?
    var value: Double?
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("dateTime", .text): date = try reader.textOrNil(limit: 64)
      case ("value", .text), ("value", .number): value = try Self.number(&reader)
      case ("value", .object):
        try reader.object { reader, key in
          switch (key, try reader.kind()) {
          case ("bpm", .number), ("value", .number), ("demographicVO2Max", .number), ("runVO2Max", .number):
            value = try reader.number()
          default: try reader.skip()
          }
        }
      default: try reader.skip()
      }
    }
    guard let date, let (day, seconds) = WallClock.civil(date), SampleBounds.allows(day) else {
      return batcher.skip(.badDate, at: place())
    }
    guard let value, value.isFinite, value >= 0 else { return batcher.skip(.missingValue, at: place()) }
    let start = Date(timeIntervalSince1970: Double(day.number) * 86_400 + seconds)
    let end = start.addingTimeInterval(60)
    switch measure {
    case .steps:
      note(TypeIdentifier.stepCount, start...start)
      try batcher.add(quantity: TypeIdentifier.stepCount, value, "count", from: start, to: end, details, at: place())
      standHours.add(value, from: start, to: end, by: Self.provenance)
      energy.add(steps: value, day: day.number, minute: Int(seconds / 60))
    case .distance:
      note(TypeIdentifier.distanceWalkingRunning, start...start)
      try batcher.add(
        quantity: TypeIdentifier.distanceWalkingRunning, value, "cm", from: start, to: end, details, at: place())
    case .calories:
      // Total energy in local time; the resting energy is subtracted once the whole day is known.
      energy.add(value, day: day.number, minute: Int(seconds / 60))
    case .heartRate:
      note(TypeIdentifier.heartRate, start...start)
      try batcher.add(
        quantity: TypeIdentifier.heartRate, value, "count/min", from: start, to: start, details, at: place())
    case .restingHeartRate:
      guard value > 0 else { return batcher.skip(.missingValue, at: place()) }
      note("HKQuantityTypeIdentifierRestingHeartRate", context.instant(day)...context.instant(day))
      try batcher.add(
        quantity: "HKQuantityTypeIdentifierRestingHeartRate", value, "count/min", from: context.instant(day),
        to: context.instant(day + 1), details, at: place())
    case .moderateMinutes, .veryActiveMinutes:
      guard value <= 1_440 else { return batcher.skip(.valueOutOfRange, at: place()) }
      activeMinutes[day.number, default: 0] += value
    case .fitness, .runningFitness:
      guard value > 0 else { return batcher.skip(.missingValue, at: place()) }
      let date = context.instant(day, seconds: seconds)
      try batcher.add(
        quantity: "HKQuantityTypeIdentifierVO2Max", value, "mL/min·kg", from: date, to: date, details, at: place())
    case .sleep, .exercise, .weight, .water: break
    }
  }

  private static func number(_ reader: inout JSONReader) throws -> Double? {
    if try reader.kind() == .number { return try reader.number() }
    return try reader.textOrNil(limit: 64).flatMap(CSVTable.number)
  }

  /// The numbers of an entry, and its time.
  private mutating func entry(
    _ reader: inout JSONReader, _ names: Set<String>
  ) throws -> (numbers: [String: Double], unit: String, instant: Date?) {
    var numbers: [String: Double] = [:]
    var (date, time, unit) = ("", "00:00:00", "")
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case (let name, .number) where names.contains(name): numbers[name] = try reader.number()
      case ("date", .text): date = try reader.textOrNil(limit: 64) ?? ""
      case ("time", .text): time = try reader.textOrNil(limit: 64) ?? ""
      case ("unit", .text), ("measurementUnit", .text): unit = try reader.textOrNil(limit: 64) ?? ""
      default: try reader.skip()
      }
    }
    return (numbers, unit, WallClock.instant("\(date) \(time)", context)?.date)
  }

  /// What a scale measured. Weight is in pounds, fat in percent.
  static let scale: [(key: String, identifier: String, unit: String, factor: Double)] = [
    ("weight", "HKQuantityTypeIdentifierBodyMass", "lb", 1),
    ("bmi", "HKQuantityTypeIdentifierBodyMassIndex", "count", 1),
    ("fat", "HKQuantityTypeIdentifierBodyFatPercentage", "%", 0.01),
  ]

  private mutating func readWeight(_ reader: inout JSONReader, _ place: () -> String) throws {
    let (numbers, _, instant) = try entry(&reader, Set(Self.scale.map(\.key)))
    guard let instant else { return batcher.skip(.badDate, at: place()) }
    note("HKQuantityTypeIdentifierBodyMass", instant...instant)
    for (key, identifier, unit, factor) in Self.scale {
      // A scale measures weight; the others only if it can.
      guard numbers[key].map({ $0 > 0 }) ?? (key == "weight") else { continue }
      try batcher.add(
        quantity: identifier, numbers[key].map { $0 * factor }, unit, from: instant, to: instant, details, at: place())
    }
  }

  private mutating func readWater(_ reader: inout JSONReader, _ place: () -> String) throws {
    let (numbers, unit, instant) = try entry(&reader, ["amount", "waterAmount"])
    guard let instant else { return batcher.skip(.badDate, at: place()) }
    let word = unit.lowercased()
    try batcher.add(
      quantity: "HKQuantityTypeIdentifierDietaryWater", numbers["amount"] ?? numbers["waterAmount"],
      word.contains("oz") ? "fl_oz_us" : word.contains("cup") ? "cup_us" : "mL", from: instant, to: instant, details,
      at: place())
  }

  // MARK: - Sleep

  private static let stages: [String: Double] = [
    "wake": 2, "awake": 2, "restless": 2, "light": 3, "deep": 4, "rem": 5, "asleep": 1,
  ]
  private static let awake = "wake"

  private struct Span {
    var start: Date?
    var seconds: Double?
    var stage: String?
  }

  private mutating func readSleep(_ reader: inout JSONReader, _ place: () -> String) throws {
    var spans: [Span] = []
    /// Short times awake, during the stages of the others.
    var short: [Span] = []
    try reader.object { reader, key in
      guard key == "levels", try reader.kind() == .object else { return try reader.skip() }
      try reader.object { reader, key in
        guard key == "data" || key == "shortData", try reader.kind() == .array else { return try reader.skip() }
        try reader.array { reader, _ in
          var span = Span()
          guard try reader.kind() == .object else {
            spans.append(span)
            return try reader.skip()
          }
          try reader.object { reader, key in
            switch (key, try reader.kind()) {
            case ("dateTime", .text):
              span.start = try reader.textOrNil(limit: 64).flatMap { WallClock.instant($0, self.context)?.date }
            case ("seconds", .number): span.seconds = try reader.number()
            case ("level", .text): span.stage = try reader.textOrNil(limit: 64)
            default: try reader.skip()
            }
          }
          if key == "data" { spans.append(span) } else { short.append(span) }
        }
      }
    }
    guard !spans.isEmpty else { return batcher.skip(.missingValue, at: place()) }
    let wakes = short.compactMap { span in
      span.start.flatMap { start in span.seconds.map { (start: start, end: start + min(max(0, $0), 3_600)) } }
    }.sorted { $0.start < $1.start }
    for span in spans {
      guard let start = span.start else {
        batcher.skip(.badDate, at: place())
        continue
      }
      guard let stage = span.stage, let seconds = span.seconds, (0...86_400 * 2).contains(seconds) else {
        batcher.skip(.badValue, at: place())
        continue
      }
      note(TypeIdentifier.sleepAnalysis, start...start + seconds)
      try add(stage, from: start, to: start + seconds, wakes, place)
    }
  }

  /// A stage without the short times awake in it, and those.
  private mutating func add(
    _ stage: String, from start: Date, to end: Date, _ wakes: [(start: Date, end: Date)], _ place: () -> String
  ) throws {
    var next = start
    func add(_ stage: String, _ from: Date, _ to: Date) throws {
      try addStage(stage, from: from, to: to, at: place())
    }
    for wake in Self.stages[stage] == 2 ? [] : wakes where wake.start < end && wake.end > next {
      let (first, last) = (max(wake.start, next), min(wake.end, end))
      if first > next { try add(stage, next, first) }
      try add(Self.awake, first, last)
      next = last
    }
    if next < end || start == end { try add(stage, next, end) }
  }

  mutating func addStage(_ stage: String, from start: Date, to end: Date, at place: String) throws {
    try batcher.add(
      category: TypeIdentifier.sleepAnalysis, Self.stages[stage], orUnlisted: stage, from: start, to: end, details,
      at: place)
  }

  // MARK: - Exercise

  private mutating func readExercise(_ reader: inout JSONReader, _ place: () -> String) throws {
    var name = ""
    var start: Date?
    var milliseconds: Double?
    var active: Double?
    var numbers: [String: Double] = [:]
    var isMiles = false
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("steps", .number), ("distance", .number), ("averageHeartRate", .number), ("elevationGain", .number),
        ("calories", .number):
        numbers[key] = try reader.number()
      case ("distanceUnit", .text): isMiles = try reader.textOrNil(limit: 64) == "Mile"
      case ("activityName", .text): name = try reader.textOrNil(limit: 256) ?? ""
      case ("startTime", .text):
        // In UTC, as the minutes are.
        start = try reader.textOrNil(limit: 64).flatMap(WallClock.civil).flatMap { day, seconds in
          SampleBounds.allows(day) ? Date(timeIntervalSince1970: Double(day.number) * 86_400 + seconds) : nil
        }
      case ("duration", .number): milliseconds = try reader.number()
      case ("activeDuration", .number): active = try reader.number()
      default: try reader.skip()
      }
    }
    guard let start else { return batcher.skip(.badDate, at: place()) }
    guard let milliseconds, milliseconds >= 0, milliseconds <= 86_400_000 * 7 else {
      return batcher.skip(.badValue, at: place())
    }
    let end = start.addingTimeInterval(milliseconds / 1_000)
    note(TypeIdentifier.workout, start...end)
    let duration = active.flatMap { (0...milliseconds).contains($0) ? $0 / 1_000 : nil }
    try addWorkout(
      name, from: start, to: end, duration: duration, numbers, distanceUnit: isMiles ? "mi" : "km", at: place())
  }

  /// - Parameter numbers: by the names that exercises have in Fitbit's files.
  mutating func addWorkout(
    _ name: String, from start: Date, to end: Date, duration: TimeInterval? = nil,
    _ numbers: [String: Double], distanceUnit: String, at place: String
  ) throws {
    var details = details
    details.metadata = [Metadata.Entry(key: MetadataKey.workoutName, value: .text(name))]
    if let ascent = numbers["elevationGain"], ascent > 0, SampleBounds.allows(ascent) {
      details.metadata.append(Metadata.Entry(key: "HKElevationAscended", value: .quantity(ascent, unit: "m")))
    }
    let activity = MetricCatalog.activity(named: name)
    details.metadata += Metadata.Entry.unlisted(activity: activity, named: name)
    guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return }
    var workout = WorkoutRecord(sample: sample, duration: duration ?? end.timeIntervalSince(start))
    func add(_ type: String, _ unit: String, _ sum: Double?) {
      guard let sum, sum > 0, SampleBounds.allows(sum) else { return }
      workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
    }
    add(TypeIdentifier.activeEnergyBurned, "kcal", numbers["calories"])
    add(WorkoutTotal.distance.type(forActivity: activity), distanceUnit, numbers["distance"])
    add(TypeIdentifier.stepCount, "count", numbers["steps"])
    if let average = numbers["averageHeartRate"], average > 0, SampleBounds.allows(average) {
      workout.statistics.append(
        WorkoutStatisticsRecord(
          type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: end, average: average))
    }
    try batcher.add(workout)
  }
}
