import Foundation
import GRDB
import HealthModel

/// The table of day summaries: what is marked stale, what is written anew, what is read.
enum SummaryTable {
  /// Says that something about these days has changed. Readers compute them until `settle` has.
  static func markStale(_ db: Database, _ days: some Sequence<Day>, timeline: ZoneTimeline) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO day_summary (day, start, end, stale) VALUES (?, ?, ?, 1)
        ON CONFLICT (day) DO UPDATE SET start = excluded.start, end = excluded.end, stale = 1
        """)
    for day in days {
      let interval = timeline.interval(of: day)
      try statement.execute(arguments: [
        day.number, interval.lowerBound.timeIntervalSinceReferenceDate,
        interval.upperBound.timeIntervalSinceReferenceDate,
      ])
    }
  }

  /// Says that every stored day may have changed, or every one after a day.
  static func markAllStale(_ db: Database, after day: Day? = nil) throws {
    try db.execute(
      sql: "UPDATE day_summary SET stale = 1 WHERE stale = 0 AND day > ?", arguments: [day?.number ?? Int.min])
  }

  static func staleDays(_ db: Database) throws -> [Day] {
    try Int.fetchAll(db, sql: "SELECT day FROM day_summary WHERE stale != 0 ORDER BY day").map(Day.init(number:))
  }

  /// The runs of neighbouring days among ascending ones.
  ///
  /// - Parameter longest: where a run is cut, so that the work on one takes the same memory after ten years as after one.
  static func runs(of days: [Day], longest: Int = 200) -> [ClosedRange<Day>] {
    var runs: [ClosedRange<Day>] = []
    for day in days {
      if let last = runs.last, day - last.upperBound == 1, last.count < longest {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    return runs
  }

  /// Computes every stale day and stores it, with the quarter hours that it took.
  static func settle(_ db: Database) throws {
    let stale = try staleDays(db)
    guard !stale.isEmpty else { return }
    var engine = try SummaryEngine(db, timeline: ZoneTimeline(db))
    for run in runs(of: stale) {
      let low = engine.timeline.interval(of: run.lowerBound).lowerBound.timeIntervalSinceReferenceDate
      let high = engine.timeline.interval(of: run.upperBound).upperBound.timeIntervalSinceReferenceDate
      for identifier in [RingType.activeEnergy, RingType.moveTime, RingType.exerciseTime] {
        try TotalsTable.fill(db, identifier: identifier, from: low, to: high)
      }
      for row in try engine.summarize(db, run) { try store(db, row) }
    }
  }

  /// Stores a computed day, or takes its row out where nothing is known of it: a sample shortly before midnight marks
  /// the day after it too.
  private static func store(_ db: Database, _ row: SummaryEngine.DayRow) throws {
    let summary = row.summary
    if summary.basis == .none, !summary.isPaused {
      try db.execute(sql: "DELETE FROM day_summary WHERE day = ?", arguments: [summary.day.number])
      return
    }
    var defaults = 0
    for ring in Ring.allCases where summary[ring].goalIsDefault { defaults |= 1 << ring.rawValue }
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO day_summary
          (day, start, end, mode, move, exercise, stand, move_goal, exercise_goal, stand_goal, default_goals, paused,
           basis, computed_move, computed_exercise, computed_stand, stale)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """)
    try statement.execute(arguments: [
      summary.day.number, summary.interval.lowerBound.timeIntervalSinceReferenceDate,
      summary.interval.upperBound.timeIntervalSinceReferenceDate, summary.moveMode.rawValue,
      summary.move.value, summary.exercise.value, summary.stand.value,
      summary.move.goal, summary.exercise.goal, summary.stand.goal, defaults, summary.isPaused,
      Self.number(of: summary.basis), row.computed?.move, row.computed?.exercise, row.computed?.stand,
    ])
  }

  private static let bases: [SummaryBasis] = [.none, .apple, .computed]

  private static func number(of basis: SummaryBasis) -> Int {
    bases.firstIndex(of: basis) ?? 0
  }

  /// What `read` wants to find in a row.
  static let columns = """
    day, start, end, mode, move, move_goal, exercise, exercise_goal, stand, stand_goal, default_goals, paused, basis,
    computed_move, computed_exercise, computed_stand, stale
    """

  /// A stored row of `columns`, nil where it is stale.
  static func read(_ row: RawStatement) -> SummaryEngine.DayRow? {
    guard row.int64(16) == 0 else { return nil }
    let start = Date(timeIntervalSinceReferenceDate: row.double(1))
    let end = Date(timeIntervalSinceReferenceDate: row.double(2))
    let basis = Int(row.int64(12))
    let defaults = row.int64(10)
    func value(_ column: Int32, _ ring: Ring) -> RingValue {
      RingValue(
        value: row.optionalDouble(column), goal: row.optionalDouble(column + 1),
        goalIsDefault: defaults & (1 << ring.rawValue) != 0)
    }
    let summary = DaySummary(
      day: Day(number: Int(row.int64(0))), interval: start..<max(start, end), move: value(4, .move),
      exercise: value(6, .exercise), stand: value(8, .stand),
      moveMode: MoveMode(rawValue: Int(row.int64(3))) ?? .activeEnergy, isPaused: row.int64(11) != 0,
      basis: bases.indices.contains(basis) ? bases[basis] : .none)
    var computed: RingValues?
    if let move = row.optionalDouble(13), let exercise = row.optionalDouble(14), let stand = row.optionalDouble(15) {
      computed = RingValues(move: move, exercise: exercise, stand: stand)
    }
    return SummaryEngine.DayRow(summary: summary, computed: computed)
  }

  /// The row of the latest day that has begun, nil where there is none or it is stale.
  static func latest(_ db: Database, at now: Date) throws -> SummaryEngine.DayRow? {
    let statement = try RawStatement(
      db, "SELECT \(columns) FROM day_summary WHERE start <= ? ORDER BY start DESC LIMIT 1")
    statement.bind(1, now.timeIntervalSinceReferenceDate)
    defer { statement.reset() }
    return try statement.step() ? read(statement) : nil
  }

  /// The rows of the days, computing what is stale. A day without a row has no samples, because every write marks the
  /// days that it touches; only its goals are looked up.
  ///
  /// - Parameter timeline: the store's, from who has it at hand.
  /// - Complexity: O(days) where nothing is stale.
  static func fetch(
    _ db: Database, _ days: ClosedRange<Day>, timeline: ZoneTimeline? = nil
  ) throws -> [SummaryEngine.DayRow] {
    var rows = [SummaryEngine.DayRow?](repeating: nil, count: days.count)
    var stale: [Day] = []
    let statement = try RawStatement(db, "SELECT \(columns) FROM day_summary WHERE day BETWEEN ? AND ? ORDER BY day")
    statement.bind(1, Int64(days.lowerBound.number))
    statement.bind(2, Int64(days.upperBound.number))
    while try statement.step() {
      if let row = read(statement) {
        rows[row.summary.day - days.lowerBound] = row
      } else {
        stale.append(Day(number: Int(statement.int64(0))))
      }
    }
    guard rows.contains(where: { $0 == nil }) else { return rows.compactMap { $0 } }
    let timeline = try timeline ?? ZoneTimeline(db)
    if !stale.isEmpty {
      var engine = try SummaryEngine(db, timeline: timeline)
      for run in runs(of: stale) {
        for row in try engine.summarize(db, run) { rows[row.summary.day - days.lowerBound] = row }
      }
    }
    let unknown = rows.indices.filter { rows[$0] == nil }.map { days.lowerBound + $0 }
    for run in runs(of: unknown) {
      for row in try SummaryEngine.summarizeWithoutSamples(db, run, timeline: timeline) {
        rows[row.summary.day - days.lowerBound] = row
      }
    }
    return rows.compactMap { $0 }
  }
}
