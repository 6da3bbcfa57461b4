import FoundationEssentials
import HealthModel

/// The parts of a workout in our own JSON.
struct WorkoutParts {
  private(set) var activity: Int?
  private var duration: Double?
  private var events: [WorkoutEventRecord] = []
  private var activities: [WorkoutActivityRecord] = []
  private var statistics: [WorkoutStatisticsRecord] = []

  func record(_ sample: SampleRecord) -> WorkoutRecord {
    var record = WorkoutRecord(sample: sample, duration: duration)
    record.events = events
    record.activities = activities.map { activity in
      var activity = activity
      activity.statistics = activity.statistics.map { $0.completed(from: sample) }
      return activity
    }
    record.statistics = statistics.map { $0.completed(from: sample) }
    return record
  }

  /// - Returns: whether the key belongs to a workout; then its value has been read.
  mutating func read(_ key: String, _ reader: inout JSONReader, dates: inout DateParser) throws -> Bool {
    switch key {
    case "activity": activity = try Self.activity(&reader)
    case "duration":
      let seconds = try reader.number()
      guard SampleBounds.allows(seconds), seconds >= 0 else { throw reader.failure("is not a number of seconds") }
      duration = seconds
    case "events": events = try Self.list(&reader) { try Self.event(&$0, dates: &dates) }
    case "statistics": statistics = try Self.list(&reader) { try Self.statistics(&$0, dates: &dates) }
    case "activities": activities = try Self.list(&reader) { try Self.part(&$0, dates: &dates) }
    default: return false
    }
    return true
  }

  private static func list<Part>(
    _ reader: inout JSONReader, _ read: (inout JSONReader) throws -> Part
  ) throws -> [Part] {
    var parts: [Part] = []
    try reader.array { reader, _ in
      guard parts.count < SampleLimits.mostWorkoutParts else {
        throw reader.failure("exceeds the maximum number", limit: .tooLarge)
      }
      parts.append(try read(&reader))
    }
    return parts
  }

  /// By its name, `running`, or by HealthKit's number.
  private static func activity(_ reader: inout JSONReader) throws -> Int {
    if try reader.kind() == .number { return Int(try SampleJSON.integer(&reader)) }
    let name = try reader.text()
    guard let entry = WorkoutActivityCatalog.all.first(where: { $0.name == name }) else {
      throw reader.failure("is not a known activity")
    }
    return entry.rawValue
  }

  private static func event(_ reader: inout JSONReader, dates: inout DateParser) throws -> WorkoutEventRecord {
    var type: Int?
    var start: Date?
    var end: Date?
    var metadata: [Metadata.Entry] = []
    try reader.object { reader, key in
      switch key {
      case "type": type = Int(try SampleJSON.integer(&reader))
      case "start": start = try reader.date(&dates)
      case "end": end = try reader.date(&dates)
      case "metadata": metadata = try MetadataJSON.read(&reader, dates: &dates)
      default: throw reader.failure("is not a key of an event")
      }
    }
    guard let type else { throw reader.failure("is not a kind of event", in: "type") }
    guard let start else { throw reader.failure("is missing", in: "start") }
    return WorkoutEventRecord(type: type, start: start, end: max(start, end ?? start), metadata: Metadata(metadata))
  }

  private static func statistics(
    _ reader: inout JSONReader, dates: inout DateParser
  ) throws -> WorkoutStatisticsRecord {
    var record = WorkoutStatisticsRecord(type: "", unit: "", start: .distantPast, end: .distantFuture)
    func number(_ reader: inout JSONReader) throws -> Double {
      let value = try reader.number()
      guard SampleBounds.allows(value) else { throw reader.failure("is too large", limit: .valueOutOfRange) }
      return value
    }
    try reader.object { reader, key in
      switch key {
      case "type":
        record.type = TypeName.type(named: try reader.text()).identifier
      // In files: a type whose identifier is another type's name.
      case "identifier": record.type = try reader.text()
      case "unit": record.unit = try reader.text()
      case "start": record.start = try reader.date(&dates)
      case "end": record.end = try reader.date(&dates)
      case "sum": record.sum = try number(&reader)
      case "average": record.average = try number(&reader)
      case "minimum": record.minimum = try number(&reader)
      case "maximum": record.maximum = try number(&reader)
      default: throw reader.failure("is not a key of statistics")
      }
    }
    guard !record.type.isEmpty else { throw reader.failure("is missing", in: "type") }
    return record
  }

  private static func part(_ reader: inout JSONReader, dates: inout DateParser) throws -> WorkoutActivityRecord {
    var record = WorkoutActivityRecord(start: .distantPast, end: nil)
    try reader.object { reader, key in
      switch key {
      case "uuid":
        guard let uuid = UUIDParser.uuid(try reader.text()) else { throw reader.failure("is not a UUID") }
        record.uuid = uuid
      case "activity": record.activityType = try activity(&reader)
      case "start": record.start = try reader.date(&dates)
      case "end": record.end = try reader.date(&dates)
      case "duration": record.duration = try reader.number()
      case "metadata": record.metadata = Metadata(try MetadataJSON.read(&reader, dates: &dates))
      case "events": record.events = try list(&reader) { try event(&$0, dates: &dates) }
      case "statistics": record.statistics = try list(&reader) { try statistics(&$0, dates: &dates) }
      default: throw reader.failure("is not a key of an activity")
      }
    }
    guard record.start != .distantPast else { throw reader.failure("is missing", in: "start") }
    return record
  }
}

extension WorkoutStatisticsRecord {
  /// With the dates of its workout where the file names none.
  fileprivate func completed(from workout: SampleRecord) -> WorkoutStatisticsRecord {
    var completed = self
    if start == .distantPast { completed.start = workout.start }
    if end == .distantFuture { completed.end = workout.end }
    return completed
  }
}

/// Apple's own summary for a day, in our own JSON.
struct SummaryParts {
  private var day: Day?
  private var numbers: [String: Double] = [:]

  private static let keys: Set<String> = [
    "move", "moveGoal", "moveTime", "moveTimeGoal", "exercise", "exerciseGoal", "stand", "standGoal",
    "countedMove", "countedExercise", "countedStand",
  ]

  mutating func read(_ key: String, _ reader: inout JSONReader) throws -> Bool {
    if key == "date" {
      guard let day = try reader.withText({ DateParser.day($0) }) else { throw reader.failure("is not a date") }
      self.day = day
      return true
    }
    guard Self.keys.contains(key) else { return false }
    let value = try reader.number()
    guard SampleBounds.allows(value), value >= 0 else { throw reader.failure("is out of range") }
    numbers[key] = value
    return true
  }

  func record(_ reader: JSONReader) throws -> AppleSummaryRecord {
    guard let day else { throw reader.failure("is missing", in: "date") }
    func number(_ key: String) -> Double { numbers[key] ?? 0 }
    let isCounted = numbers.keys.contains { $0.hasPrefix("counted") }
    return AppleSummaryRecord(
      day: day, energy: number("move"), energyGoal: number("moveGoal"), moveTime: number("moveTime"),
      moveTimeGoal: number("moveTimeGoal"), exercise: number("exercise"), exerciseGoal: number("exerciseGoal"),
      stand: number("stand"), standGoal: number("standGoal"),
      counted: isCounted
        ? AppleSummaryRecord.Counted(
          move: number("countedMove"), exercise: number("countedExercise"), stand: number("countedStand")) : nil)
  }
}
