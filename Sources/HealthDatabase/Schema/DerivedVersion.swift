import GRDB
import HealthModel

/// The version of the rules by which totals and day summaries are computed from samples.
///
/// A change of a rule raises `current` and says below what it makes stale; a store that was computed by earlier rules is
/// computed anew when it is next opened for writing.
enum DerivedVersion {
  /// 1: the first. 2: a stored quarter hour says of samples that reach into it and do not count. The ranks of sources
  /// follow the client, whatever its name.
  static let current = 2

  /// The versions that changed what stored totals hold, and what day summaries do.
  private static let ofTotals = 2
  private static let ofSummaries = 2

  private static let key = "derived_version"

  static func stored(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT value FROM info WHERE key = ?", arguments: [key]) ?? 1
  }

  static func store(_ db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO info (key, value) VALUES (?, ?)", arguments: [key, current])
  }

  /// Computes anew what an earlier rule gave.
  ///
  /// - Complexity: O(n) in the samples.
  static func upgrade(_ db: Database) throws {
    let stored = try stored(db)
    guard stored != current else { return }
    if stored < ofTotals { try db.execute(sql: "DELETE FROM total") }
    if stored < ofSummaries { try recomputeSummaries(db) }
    if stored < ofTotals { try TotalsTable.materialize(db) }
    try store(db)
  }

  /// Computes all days anew, and moves with them what the samples gave when Apple's rows came: a new rule is no change
  /// of the data since, so the days of Apple's rows show what they did.
  private static func recomputeSummaries(_ db: Database) throws {
    try SummaryTable.materialize(db)
    try db.execute(
      sql: """
        CREATE TEMP TABLE earlier (day INTEGER PRIMARY KEY, move, exercise, stand);
        INSERT INTO earlier
          SELECT day, coalesce(computed_move, 0), coalesce(computed_exercise, 0), coalesce(computed_stand, 0)
          FROM day_summary WHERE day IN (SELECT day FROM apple_summary WHERE base_move IS NOT NULL)
        """)
    try SummaryTable.markAllStale(db)
    try SummaryTable.materialize(db)
    func moved(_ ring: String) -> String {
      """
      base_\(ring) = base_\(ring) - (SELECT \(ring) FROM earlier WHERE day = apple_summary.day)
        + coalesce((SELECT computed_\(ring) FROM day_summary WHERE day = apple_summary.day), 0)
      """
    }
    try db.execute(
      sql: """
        UPDATE apple_summary SET \(["move", "exercise", "stand"].map(moved).joined(separator: ", "))
        WHERE base_move IS NOT NULL AND day IN (SELECT day FROM earlier)
        """)
    try db.execute(sql: "DROP TABLE earlier")
    try SummaryTable.markAllStale(db)
    try SummaryTable.materialize(db)
  }
}
