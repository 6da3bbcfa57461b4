import GRDB
import HealthModel

/// Stores what our samples resulted in when Apple's rows were imported, so that later changes can be added to them.
enum AppleBase {
  /// Fills in the base of every row that has none yet, including those of interrupted imports. The days must have
  /// been materialized in this transaction.
  static func materialize(_ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE apple_summary SET
          base_move = coalesce((SELECT computed_move FROM day_summary WHERE day = apple_summary.day), 0),
          base_exercise = coalesce((SELECT computed_exercise FROM day_summary WHERE day = apple_summary.day), 0),
          base_stand = coalesce((SELECT computed_stand FROM day_summary WHERE day = apple_summary.day), 0)
        WHERE base_move IS NULL
        """
    ).execute()
  }

  /// Moves what the samples resulted in then to the new limits of days: it is compared with what they result in now, in
  /// the zone that holds now. What samples have changed since stays with its day.
  ///
  /// Must run before the days are computed again.
  ///
  /// - Parameter days: ascending.
  static func follow(_ db: Database, _ days: [Day], from old: ZoneTimeline, to new: ZoneTimeline) throws {
    guard let first = days.first, let last = days.last else { return }
    let based = try StoredDay.all(
      db,
      """
      SELECT DISTINCT day FROM apple_summary
      WHERE base_move IS NOT NULL AND day BETWEEN \(first.number) AND \(last.number) ORDER BY day
      """, table: "apple_summary")
    let moved = Set(days).intersection(based).sorted()
    let (then, now) = try (SummaryEngine(db, timeline: old), SummaryEngine(db, timeline: new))
    for piece in SummaryTable.pieces(of: moved) {
      for (before, after) in zip(try then.summarize(db, piece), try now.summarize(db, piece)) {
        try move(db, before.summary.day, from: before.computed ?? .zero, to: after.computed ?? .zero)
      }
    }
  }

  private static func move(_ db: Database, _ day: Day, from before: RingValues, to after: RingValues) throws {
    // Exactly the new value where nothing has changed since.
    func moved(_ column: String) -> String { "CASE \(column) WHEN ? THEN ? ELSE \(column) + (? - ?) END" }
    let statement = try db.cachedStatement(
      sql: """
        UPDATE apple_summary SET base_move = \(moved("base_move")), base_exercise = \(moved("base_exercise")),
          base_stand = \(moved("base_stand"))
        WHERE day = ? AND base_move IS NOT NULL
        """)
    var arguments = StatementArguments()
    for ring in [Ring.move, .exercise, .stand] {
      arguments += [before[ring], after[ring], after[ring], before[ring]]
    }
    try statement.execute(arguments: arguments + [day.number])
  }

  /// The values of our samples for a materialized day.
  static func current(_ db: Database, _ day: Day) throws -> RingValues {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT computed_move, computed_exercise, computed_stand FROM day_summary WHERE day = ?"),
      arguments: [day.number])
    guard let row else { return .zero }
    return RingValues(
      move: try row.optional(0, "day_summary") ?? 0, exercise: try row.optional(1, "day_summary") ?? 0,
      stand: try row.optional(2, "day_summary") ?? 0)
  }
}
