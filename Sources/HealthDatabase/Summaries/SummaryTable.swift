package import Foundation
package import GRDB
package import HealthModel

/// The table of day summaries: invalidation, computation and reading.
package enum SummaryTable {
  /// Records that the samples of a ring's type have changed.
  ///
  /// A sample of at most a day creates rows for the days that it overlaps. A longer one only invalidates existing
  /// rows; days without a row are computed by readers.
  static func markStale(_ db: Database, _ touched: TouchedTimes, timeline: ZoneTimeline) throws {
    for days in days(touched.short, timeline) {
      try markStale(db, days.lazy.map(Day.init(number:)), timeline: timeline)
    }
    for days in days(touched.long, timeline) {
      try db.cachedStatement(sql: "UPDATE day_summary SET stale = 1 WHERE stale = 0 AND day BETWEEN ? AND ?").execute(
        arguments: [days.lowerBound, days.upperBound])
    }
  }

  /// The numbers of the days that times overlap.
  package static func days(_ times: SpanSet, _ timeline: ZoneTimeline) -> [ClosedRange<Int>] {
    var days = SpanSet()
    for span in times.spans {
      let times = TouchedTimes.times(span)
      let first = timeline.day(at: times.lowerBound)
      // The end of the last quarter hour is exclusive.
      let last = timeline.day(at: times.upperBound.nextDown)
      days.insert(first.number...max(first, last).number)
    }
    return days.spans
  }

  /// Records that something about these days has changed. Readers compute them until `materialize` has stored them.
  static func markStale(_ db: Database, _ days: some Sequence<Day>, timeline: ZoneTimeline) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO day_summary (day, start, end, stale) VALUES (?, ?, ?, 1)
        ON CONFLICT (day) DO UPDATE SET start = excluded.start, end = excluded.end, stale = 1
        """)
    for day in days {
      let times = timeline.seconds(of: day)
      try statement.execute(arguments: [day.number, times.lowerBound, times.upperBound])
    }
  }

  /// Records that all stored days may have changed, or all after a given day.
  static func markAllStale(_ db: Database, after day: Day? = nil) throws {
    try db.cachedStatement(sql: "UPDATE day_summary SET stale = 1 WHERE stale = 0 AND day > ?").execute(arguments: [
      day?.number ?? Int.min
    ])
  }

  static func staleDays(_ db: Database) throws -> [Day] {
    try StoredDay.all(db, "SELECT day FROM day_summary WHERE stale != 0 ORDER BY day", table: "day_summary")
  }

  /// Splits ascending days into groups, so that memory does not grow with the number of days.
  package static func pieces(of days: [Day]) -> [[Day]] {
    var pieces: [[Day]] = []
    for day in days {
      if let last = pieces.last, last.count < 200, day - last[0] < 1_000 {
        pieces[pieces.count - 1].append(day)
      } else {
        pieces.append([day])
      }
    }
    return pieces
  }

  /// Computes and stores every stale day, with the quarter hours that it needs.
  ///
  /// - Complexity: O(k) in the samples of the stale days.
  package static func materialize(_ db: Database) throws {
    let stale = try staleDays(db)
    guard let first = stale.first, let last = stale.last else { return }
    let engine = try SummaryEngine(db, timeline: ZoneTimeline(db, around: first...last))
    for days in pieces(of: stale) {
      try fillTotals(db, days, timeline: engine.timeline)
      for row in try engine.summarize(db, days) { try store(db, row) }
    }
  }

  /// Stores the quarter hours of the rings that ascending days need.
  static func fillTotals(_ db: Database, _ days: [Day], timeline: ZoneTimeline) throws {
    guard let first = days.first, let last = days.last else { return }
    let (low, high) = (timeline.seconds(of: first).lowerBound, timeline.seconds(of: last).upperBound)
    for identifier in [RingType.activeEnergy, RingType.moveTime, RingType.exerciseTime] {
      try TotalsTable.fill(db, identifier: identifier, from: low, to: high)
    }
  }

  /// Stores a computed day, or deletes its row if there is no data: a sample shortly before midnight invalidates the
  /// next day as well. A day with samples keeps its row, because what its sources write elsewhere may make it known.
  private static func store(_ db: Database, _ row: SummaryEngine.DayRow) throws {
    let summary = row.summary
    if summary.basis == .none, !summary.isPaused, !row.hasSamples {
      try db.cachedStatement(sql: "DELETE FROM day_summary WHERE day = ?").execute(arguments: [summary.day.number])
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
      Self.number(of: summary.basis), row.computed.move, row.computed.exercise, row.computed.stand,
    ])
  }

  private static let bases: [SummaryBasis] = [.none, .apple, .computed]

  private static func number(of basis: SummaryBasis) -> Int {
    bases.firstIndex(of: basis) ?? 0
  }

  /// The values that `read` needs from a row.
  package static let columns = """
    day, start, end, mode, move, move_goal, exercise, exercise_goal, stand, stand_goal, default_goals, paused, basis,
    computed_move, computed_exercise, computed_stand, stale
    """

  /// A stored row of `columns`, nil if it is stale.
  package static func read(_ row: RawStatement) throws -> SummaryEngine.DayRow? {
    guard row.int64(16) == 0 else { return nil }
    let start = try row.date(1, "day_summary")
    let end = try row.date(2, "day_summary")
    let basis = Int(row.int64(12))
    let defaults = row.int64(10)
    func value(_ column: Int32, _ ring: Ring) throws -> RingValue {
      RingValue(
        value: try row.number(column, "day_summary"), goal: try row.number(column + 1, "day_summary"),
        goalIsDefault: defaults & (1 << ring.rawValue) != 0)
    }
    let summary = DaySummary(
      day: try StoredDay.checked(row.int64(0), "day_summary"), interval: start..<max(start, end),
      move: try value(4, .move), exercise: try value(6, .exercise), stand: try value(8, .stand),
      moveMode: MoveMode(rawValue: Int(row.int64(3))) ?? .activeEnergy, isPaused: row.int64(11) != 0,
      basis: bases.indices.contains(basis) ? bases[basis] : .none)
    let computed = RecordedRings(
      move: try row.number(13, "day_summary"), exercise: try row.number(14, "day_summary"),
      stand: try row.number(15, "day_summary"))
    return SummaryEngine.DayRow(summary: summary, computed: computed)
  }

  /// The row of the latest day that has begun, nil if it does not exist or is stale.
  package static func latest(_ db: Database, at now: Date) throws -> SummaryEngine.DayRow? {
    let statement = try RawStatement(
      db, "SELECT \(columns) FROM day_summary WHERE start <= ? ORDER BY start DESC LIMIT 1")
    statement.bind(1, now.timeIntervalSinceReferenceDate)
    defer { statement.reset() }
    return try statement.step() ? try read(statement) : nil
  }

  /// The rows of the days; stale ones are computed. A day without a row has no samples, because every write creates
  /// rows for the days that it affects; only its goals are read.
  ///
  /// - Parameter timeline: the store's, from a caller that has it.
  /// - Complexity: O(days) if nothing is stale.
  package static func fetch(
    _ db: Database, _ days: ClosedRange<Day>, timeline: ZoneTimeline? = nil
  ) throws -> [SummaryEngine.DayRow] {
    var rows = [SummaryEngine.DayRow?](repeating: nil, count: days.count)
    var stale: [Day] = []
    let statement = try RawStatement(db, "SELECT \(columns) FROM day_summary WHERE day BETWEEN ? AND ? ORDER BY day")
    statement.bind(1, Int64(days.lowerBound.number))
    statement.bind(2, Int64(days.upperBound.number))
    while try statement.step() {
      if let row = try read(statement) {
        rows[row.summary.day - days.lowerBound] = row
      } else {
        stale.append(try StoredDay.checked(statement.int64(0), "day_summary"))
      }
    }
    guard rows.contains(where: { $0 == nil }) else { return rows.compactMap { $0 } }
    let timeline = try timeline ?? ZoneTimeline(db, around: days)
    var unknown = rows.indices.filter { rows[$0] == nil }.map { days.lowerBound + $0 }
    // A sample longer than a day overlaps days without creating rows for them.
    let computesAll = try SummaryEngine.hasLongSamples(db)
    if computesAll { stale = unknown }
    if !stale.isEmpty {
      let engine = try SummaryEngine(db, timeline: timeline)
      for piece in pieces(of: stale) {
        for row in try engine.summarize(db, piece) { rows[row.summary.day - days.lowerBound] = row }
      }
    }
    unknown = unknown.filter { rows[$0 - days.lowerBound] == nil }
    for piece in pieces(of: unknown) {
      for row in try SummaryEngine.summarizeWithoutSamples(db, piece, timeline: timeline) {
        rows[row.summary.day - days.lowerBound] = row
      }
    }
    return rows.compactMap { $0 }
  }
}
