import GRDB
import HealthModel

/// Remembers what our samples gave when Apple's rows came, so that what changes later can be added to them.
enum AppleBase {
  /// Fills in the base of every row of the import. The days must have been settled in this transaction.
  static func settle(_ db: Database, importID: Int64) throws {
    try db.execute(
      sql: """
        UPDATE apple_summary SET
          base_move = coalesce((SELECT computed_move FROM day_summary WHERE day = apple_summary.day), 0),
          base_exercise = coalesce((SELECT computed_exercise FROM day_summary WHERE day = apple_summary.day), 0),
          base_stand = coalesce((SELECT computed_stand FROM day_summary WHERE day = apple_summary.day), 0)
        WHERE import_id = ?
        """, arguments: [importID])
  }
}
