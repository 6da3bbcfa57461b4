import GRDB

/// Members of correlations that a file contained without, or before, their own record.
///
/// That record, when it is read, is the same sample. They are kept in a temporary table: a file may have half a
/// million.
struct MembersOnly {
  /// Distinguishes runs on one connection.
  private let run = Int64.random(in: .min ... .max)
  /// How many still wait for their record.
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func add(_ db: Database, _ identity: SampleIdentity) throws {
    if count == 0 {
      try db.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS member_only (
            run INTEGER NOT NULL, type INTEGER NOT NULL, source INTEGER NOT NULL, start REAL NOT NULL, end REAL NOT NULL,
            value REAL NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (run, type, source, start, end, value)
          ) WITHOUT ROWID
          """)
    }
    let statement = try RawStatement(
      db,
      """
      INSERT INTO temp.member_only (run, type, source, start, end, value, count) VALUES (?, ?, ?, ?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET count = count + 1
      """)
    bind(statement, identity)
    try statement.run()
    count += 1
  }

  /// Removes an equal one, if there is one.
  mutating func take(_ db: Database, _ identity: SampleIdentity) throws -> Bool {
    let statement = try RawStatement(
      db,
      """
      UPDATE temp.member_only SET count = count - 1
      WHERE run = ? AND type = ? AND source = ? AND start = ? AND end = ? AND value = ? AND count > 0 RETURNING 1
      """)
    bind(statement, identity)
    var isFound = false
    while try statement.step() { isFound = true }
    if isFound { count -= 1 }
    return isFound
  }

  private func bind(_ statement: RawStatement, _ identity: SampleIdentity) {
    statement.bind(1, run)
    statement.bind(2, identity.type)
    statement.bind(3, identity.source)
    statement.bind(4, identity.start)
    statement.bind(5, identity.end)
    statement.bind(6, identity.value)
  }
}
