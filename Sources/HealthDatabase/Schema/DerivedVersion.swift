package import GRDB
import HealthModel

/// The version of the rules by which totals and day summaries are computed from samples.
///
/// A change of a rule increments `current` and lists below what becomes stale; a store computed by earlier rules is
/// recomputed when it is next opened for writing.
package enum DerivedVersion {
  /// 1: the first. 2: a stored quarter hour records samples that overlap it but do not count. The ranks of sources
  /// follow the client, whatever its name. 3: sources of equal rank are ordered by their client. 4: a ring that nothing
  /// has recorded on a day has no value, instead of 0. 5: a deletion takes from Apple's number at most what it counted.
  package static let current = 5

  /// The versions that changed the contents of stored totals, and of day summaries.
  private static let ofTotals = 3
  private static let ofSummaries = 5

  private static let key = "derived_version"

  package static func stored(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT value FROM info WHERE key = ?", arguments: [key]) ?? 1
  }

  package static func store(_ db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO info (key, value) VALUES (?, ?)", arguments: [key, current])
  }

  /// Records that values were lost which an upgrade of the tables found damaged.
  static func storeDamaged(_ db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO info (key, value) VALUES (?, 0)", arguments: [key])
  }

  /// Recomputes the values of an earlier rule, and all if some were damaged.
  ///
  /// - Complexity: O(n) in the samples.
  static func upgrade(_ db: Database) throws {
    let stored = try stored(db)
    guard stored != current else { return }
    guard stored > 0 else { return try DerivedData.rebuild(db) }
    if stored < ofTotals { try db.execute(sql: "DELETE FROM total") }
    if stored < ofSummaries { try recomputeSummaries(db) }
    if stored < ofTotals { try TotalsTable.materialize(db) }
    try store(db)
  }

  /// Recomputes all days together with the values that the samples had when Apple's rows were imported: a new rule is
  /// not a change of the data, so days with Apple's rows show the same numbers as before.
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
