import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Reads the heart rates that were measured during workouts.
struct WorkoutRatesReader {
  private let rates: PointReader
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
    rates = try PointReader(db, TypeIdentifier.heartRate)
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
    workout.add(
      HeartRateTimes(try rates.points(db, from: workout.start, to: workout.end), in: time(of: workout)))
    return workout
  }

  /// The time of a workout without its pauses.
  func time(of workout: WorkoutSummary) -> WorkoutTime {
    WorkoutTime(start: workout.start, end: workout.end, events: events[workout.row] ?? [])
  }
}

/// Reads what several sources measured of a type at instants, such as heart rates: at every moment the highest-ranked source
/// counts.
struct PointReader {
  /// One sample per second for a day: more than any workout has.
  static let longestSeries = 86_400

  private let type: SampleTypeRow?
  private let lanes: SourceLanes

  init(_ db: Database, _ identifier: String) throws {
    type = try SampleTypeRow.fetch(db, identifier: identifier)?.ofInstants
    lanes = SourceLanes(try type.map { try SourceRanks(db, type: $0.id) })
  }

  /// Whether at least so many samples start between two instants.
  ///
  /// - Complexity: O(count) in an index.
  func has(_ db: Database, _ count: Int, from start: Date, to end: Date) throws -> Bool {
    guard let type else { return false }
    let statement = try RawStatement(
      db,
      """
      SELECT 1 FROM sample INDEXED BY sample_by_type_and_start WHERE type_id = ? AND start BETWEEN ? AND ?
      LIMIT 1 OFFSET ?
      """)
    statement.setArguments(
      type.id, start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate, count - 1)
    defer { statement.reset() }
    return try statement.step()
  }

  /// The measurements between two instants, sorted by time.
  ///
  /// - Complexity: O(k log k) in these measurements.
  func points(_ db: Database, from start: Date, to end: Date) throws -> [HeartRatePoint] {
    guard let type else { return [] }
    var lanes = lanes
    let (low, high) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
    try type.forEachSpan(db, from: low, to: high) { span in
      guard span.start >= low, !span.value.isNaN, lanes.count < Self.longestSeries else { return }
      var span = span
      span.end = span.start
      lanes.add(span)
    }
    var pieces: [SourceMerger.Piece] = []
    lanes.merge(into: &pieces)
    return pieces.sorted { $0.start < $1.start }
      .map { HeartRatePoint(time: Date(timeIntervalSinceReferenceDate: $0.start), rate: $0.value) }
  }
}

extension SampleTypeRow {
  /// For reading only the samples that start in a span, however long others last.
  var ofInstants: Self {
    var type = self
    (type.longest, type.hasLong) = (0, false)
    return type
  }
}

extension WorkoutSummary {
  /// Adds measured rates, and their mean if no other is stored.
  mutating func add(_ rates: HeartRateTimes) {
    self.rates = rates
    heartRate = heartRate ?? rates.mean
  }
}
