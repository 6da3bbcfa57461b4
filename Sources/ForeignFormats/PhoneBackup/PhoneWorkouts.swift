import FoundationEssentials
import HealthImport
import HealthModel

/// The workouts in an iPhone's tables, by the number of the sample. There are few: some thousands per person.
struct PhoneWorkouts {
  private struct Workout {
    var activity: Int64?
    var duration: Double?
    var events: [WorkoutEventRecord] = []
    /// Types and values, in the units of the type table.
    var statistics: [(type: Int64, quantity: Double, minimum: Double?, maximum: Double?)] = []
  }

  private var workouts: [Int64: Workout] = [:]

  private static let most = 1 << 18
  private static let mostParts = 4_096

  init(_ database: any ForeignDatabase) throws {
    // Up to iOS 15 the activity is stored with the workout.
    var workouts: [Int64: Workout] = [:]
    try database.forEachRow(ForeignQuery("workouts", ["data_id", "activity_type", "duration"])) { row in
      guard let id = row[0].integer, workouts.count < Self.most else { return }
      workouts[id] = Workout(activity: row[1].integer, duration: row[2].number)
    }
    let activities = ForeignQuery(
      "workout_activities", ["ROWID", "owner_id", "is_primary_activity", "activity_type", "duration"])
    var owners: [Int64: Int64] = [:]
    try database.forEachRow(activities) { row in
      guard let id = row[0].integer, let owner = row[1].integer, row[2].integer == 1, workouts[owner] != nil else {
        return
      }
      owners[id] = owner
      workouts[owner]?.activity = row[3].integer
      workouts[owner]?.duration = row[4].number
    }
    try database.forEachRow(ForeignQuery("workout_events", ["owner_id", "date", "type", "duration"])) { row in
      guard let owner = row[0].integer, let date = PhoneBackupFormat.date(row[1]), let type = row[2].integer,
        (1...8).contains(type), let count = workouts[owner]?.events.count, count < Self.mostParts
      else { return }
      let seconds = row[3].number.map { min(max(0, $0), SampleBounds.longestMeasurement) } ?? 0
      workouts[owner]?.events.append(
        WorkoutEventRecord(type: Int(type), start: date, end: date.addingTimeInterval(seconds)))
    }
    let statistics = ForeignQuery("workout_statistics", ["workout_activity_id", "data_type", "quantity", "min", "max"])
    try database.forEachRow(statistics) { row in
      guard let owner = row[0].integer.flatMap({ owners[$0] }), let type = row[1].integer, let value = row[2].number,
        let count = workouts[owner]?.statistics.count, count < Self.mostParts
      else { return }
      workouts[owner]?.statistics.append((type, value, row[3].number, row[4].number))
    }
    self.workouts = workouts
  }

  /// Adds a workout, or skips it with the reason.
  func add(
    _ id: Int64, from start: Date, to end: Date, _ details: FeedBatcher.Details, _ batcher: inout FeedBatcher,
    at place: String
  ) throws {
    guard let workout = workouts[id] else { return batcher.skip(.missingValue, at: place) }
    let activity = WorkoutActivityCatalog.known(workout.activity.flatMap { Int(exactly: $0) })
    guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return }
    let lasts = end.timeIntervalSince(start)
    var record = WorkoutRecord(
      sample: sample, duration: workout.duration.flatMap { $0 >= 0 ? min($0, lasts) : nil } ?? lasts)
    record.events = workout.events.sorted { $0.start < $1.start }
    for entry in workout.statistics {
      guard let type = PhoneTypeTable.entry(entry.type), type.kind == .quantity, let unit = type.unit,
        let aggregation = QuantityTypeCatalog.entry(for: type.identifier)?.aggregation,
        [entry.quantity, entry.minimum ?? 0, entry.maximum ?? 0].allSatisfy(SampleBounds.allows)
      else { continue }
      var statistics = WorkoutStatisticsRecord(type: type.identifier, unit: unit, start: start, end: end)
      if aggregation == .cumulative {
        statistics.sum = entry.quantity
      } else {
        (statistics.average, statistics.minimum, statistics.maximum) = (entry.quantity, entry.minimum, entry.maximum)
      }
      record.statistics.append(statistics)
    }
    try batcher.add(record)
  }
}
