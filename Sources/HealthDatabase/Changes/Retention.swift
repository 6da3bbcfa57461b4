package import GRDB

/// How long the store remembers deletions and changes.
///
/// Both are kept for clients that read what has happened since an earlier position, and would otherwise grow for ever:
/// a phone that sends growing totals every five minutes deletes a million samples a year. A client whose position is
/// before the first kept entry starts from the beginning.
package enum Retention {
  /// The maximum number of entries of each kind.
  package static let most: Int64 = 50_000
  /// The number of days after which they are removed, whatever their number.
  package static let days = 90
  /// How many more than the limit there can be: removing one entry at a time would cost more than the entry.
  private static let slack: Int64 = 1_024

  /// The position up to which entries have been removed.
  package enum Floor: String {
    case tombstone = "tombstone_floor"
    case change = "change_floor"

    package func stored(_ db: Database) throws -> Int64 {
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = ?"), arguments: [rawValue]) ?? 0
    }

    package func store(_ db: Database, _ id: Int64) throws {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO info (key, value) VALUES (?, ?)")
        .execute(arguments: [rawValue, id])
    }
  }

  /// Removes the tombstones that are too old or too many.
  static func trimTombstones(_ db: Database) throws {
    let last = try lastTombstone(db)
    let first = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT id, deleted < \(oldest) FROM tombstone WHERE id = (SELECT min(id) FROM tombstone)"))
    guard let first, try last - first.value(0, "tombstone") > most + slack || first.value(1, "tombstone") else {
      return
    }
    let expired = try Int64.fetchOne(db, sql: "SELECT max(id) FROM tombstone WHERE deleted < \(oldest)")
    let floor = max(last - most, expired ?? 0)
    try db.execute(sql: "DELETE FROM tombstone WHERE id <= ?", arguments: [floor])
    try Floor.tombstone.store(db, floor)
  }

  /// The time, in whole seconds by the reference date, before which entries are too old.
  private static let oldest = "unixepoch() - 978307200 - \(days) * 86400"

  /// The number of the latest deletion, whether or not it is still recorded.
  package static func lastTombstone(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'tombstone'")) ?? 0
  }

  /// Records that more samples were deleted than are remembered, so that none of them has a tombstone.
  static func skipTombstones(_ db: Database, count: Int64) throws {
    let last = try lastTombstone(db) + count
    try db.execute(sql: "DELETE FROM tombstone")
    try db.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'tombstone'", arguments: [last])
    if db.changesCount == 0 {
      try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('tombstone', ?)", arguments: [last])
    }
    try Floor.tombstone.store(db, last)
  }

  /// Removes the entries of the log that are too old and whose samples have all been deleted; entries of existing samples
  /// are needed to find them by the order of writing.
  ///
  /// - Parameter last: the latest entry. Most calls do nothing.
  static func trimChanges(_ db: Database, last: Int64) throws {
    guard last % slack == 0 else { return }
    let expired = try Int64.fetchOne(db, sql: "SELECT max(id) FROM change WHERE recorded < \(oldest)")
    let old = try Floor.change.stored(db)
    let floor = min(max(last - most, expired ?? 0), last - slack)
    guard floor > old else { return }
    try db.cachedStatement(
      sql: """
        DELETE FROM change WHERE id > ?1 AND id <= ?2 AND (first_sample IS NULL
          OR (NOT EXISTS (SELECT 1 FROM sample WHERE sample.id BETWEEN first_sample AND last_sample)
            AND last_sample < (SELECT max(last_sample) FROM change)))
        """
    ).execute(arguments: [old, floor])
    try Floor.change.store(db, floor)
  }
}
