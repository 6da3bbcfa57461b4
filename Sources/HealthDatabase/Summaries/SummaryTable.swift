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
  private static func runs(of days: [Day]) -> [ClosedRange<Day>] {
    var runs: [ClosedRange<Day>] = []
    for day in days {
      if let last = runs.last, day - last.upperBound == 1, last.count < longestRun {
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
    var engine = try SummaryEngine(db)
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

  /// The rows of the days, computing what is stale or missing.
  ///
  /// - Complexity: O(days) where nothing is stale.
  static func fetch(_ db: Database, _ days: ClosedRange<Day>) throws -> [SummaryEngine.DayRow] {
    var rows: [SummaryEngine.DayRow] = []
    try forEach(db, days) { rows.append($0) }
    return rows
  }

  /// Calls a block with the row of each day, in their order, computing what is stale or missing.
  static func forEach(
    _ db: Database, _ days: ClosedRange<Day>, _ body: (SummaryEngine.DayRow) throws -> Void
  ) throws {
    let statement = try RawStatement(db, "SELECT \(columns) FROM day_summary WHERE day BETWEEN ? AND ? ORDER BY day")
    statement.bind(1, Int64(days.lowerBound.number))
    statement.bind(2, Int64(days.upperBound.number))
    defer { statement.reset() }
    var next = days.lowerBound
    var engine: SummaryEngine?
    func compute(until end: Day) throws {
      while next < end {
        let last = min(end - 1, next + (longestRun - 1))
        var working = try engine ?? SummaryEngine(db)
        for row in try working.summarize(db, next...last) { try body(row) }
        engine = working
        next = last + 1
      }
    }
    while try statement.step() {
      guard let row = read(statement) else { continue }
      try compute(until: row.summary.day)
      try body(row)
      next = row.summary.day + 1
    }
    try compute(until: days.upperBound + 1)
  }

  /// Where a run of days is cut that are computed at once, so that it takes the same memory after ten years as after one.
  private static let longestRun = 200
}
