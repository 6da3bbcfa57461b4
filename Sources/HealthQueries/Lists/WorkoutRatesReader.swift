import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Reads the heart rates that were measured during workouts.
struct WorkoutRatesReader {
  private let type: SampleTypeRow?
  /// Pauses by workout.
  private var events: [Int64: [WorkoutEventRecord]] = [:]

  /// - Parameter workouts: their rows.
  init(_ db: Database, workouts: [Int64]) throws {
    try self.init(db, workouts: workouts.map(String.init).joined(separator: ","))
  }

  /// For the workouts that start in a span.
  ///
  /// - Parameter type: that of workouts.
  init(_ db: Database, type: Int64, in span: Range<Date>) throws {
    try self.init(
      db, workouts: "SELECT id FROM sample WHERE type_id = ? AND start >= ? AND start < ?",
      [type, span.lowerBound.timeIntervalSinceReferenceDate, span.upperBound.timeIntervalSinceReferenceDate])
  }

  private init(_ db: Database, workouts: String, _ arguments: StatementArguments = []) throws {
    type = try Self.type(db)
    // Pauses and resumes; those of a workout's activities count too.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT workout_id, type, start, end FROM workout_event
        WHERE workout_id IN (\(workouts)) AND type IN (1, 2, 5, 6)
        """, arguments: arguments)
    while let row = try rows.next() {
      let event = WorkoutEventRecord(
        type: try row.value(1, "workout_event"), start: try row.date(2, "workout_event"),
        end: try row.date(3, "workout_event"))
      events[try row.value(0, "workout_event"), default: []].append(event)
    }
  }

  /// The workout with its measured heart rates.
  ///
  /// - Complexity: O(heart rates during the workout).
  func rated(_ workout: WorkoutSummary, _ db: Database) throws -> WorkoutSummary {
    var workout = workout
    let rates = try Self.rates(db, type, from: workout.start, to: workout.end)
    workout.add(HeartRateTimes(rates, in: time(of: workout)))
    return workout
  }

  /// The time of a workout without its pauses.
  func time(of workout: WorkoutSummary) -> WorkoutTime {
    WorkoutTime(start: workout.start, end: workout.end, events: events[workout.row] ?? [])
  }

  /// The type of heart rates. Only those that start during a workout are needed, however long others last.
  static func type(_ db: Database) throws -> SampleTypeRow? {
    var type = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.heartRate)
    type?.longest = 0
    type?.hasLong = false
    return type
  }

  /// The heart rates between two instants, sorted by time.
  static func rates(
    _ db: Database, _ type: SampleTypeRow?, from start: Date, to end: Date
  ) throws -> [HeartRatePoint] {
    guard let type else { return [] }
    var points: [HeartRatePoint] = []
    let (low, high) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
    try type.forEachSpan(db, from: low, to: high) { span in
      guard span.start >= low, !span.value.isNaN, points.count < HeldMean.longestSeries else { return }
      points.append(HeartRatePoint(time: Date(timeIntervalSinceReferenceDate: span.start), rate: span.value))
    }
    return points
  }
}

extension WorkoutSummary {
  /// Adds measured rates, and their mean if no other is stored.
  mutating func add(_ rates: HeartRateTimes) {
    self.rates = rates
    heartRate = heartRate ?? rates.mean
  }
}
