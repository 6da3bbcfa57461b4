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

  /// The values of our samples for a materialized day.
  static func current(_ db: Database, _ day: Day) throws -> RingValues {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT computed_move, computed_exercise, computed_stand FROM day_summary WHERE day = ?"),
      arguments: [day.number])
    guard let row else { return RingValues(move: 0, exercise: 0, stand: 0) }
    return RingValues(
      move: try row.optional(0, "day_summary") ?? 0, exercise: try row.optional(1, "day_summary") ?? 0,
      stand: try row.optional(2, "day_summary") ?? 0)
  }
}
