import GRDB
package import HealthModel

/// Consent is kept beside the data that it is about. A reader asks at every query, so a change counts from the next one
/// on, in every process; it is no change of the data, and no watcher is woken.
extension Store {
  /// All that was ever decided, by client and type.
  package func permissions() throws -> [Permission] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT client, type, share, read FROM permission ORDER BY client, type")
        .map(Permission.init(row:))
    }
  }

  /// What was decided for one client, by the identifier of the type. One indexed read.
  package func permissions(ofClient client: String) throws -> [String: Permission] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT client, type, share, read FROM permission WHERE client = ?", arguments: [client])
      return Dictionary(
        try rows.map { row in
          let permission = try Permission(row: row)
          return (permission.type, permission)
        }
      ) { first, _ in first }
    }
  }

  /// Keeps decisions, all or none. What is nil in one of them stays as it was.
  package func decide(_ permissions: [Permission]) throws {
    try write { db in
      for permission in permissions {
        try db.execute(
          sql: """
            INSERT INTO permission (client, type, share, read) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET share = coalesce(excluded.share, share), read = coalesce(excluded.read, read)
            """,
          arguments: [permission.client, permission.type, permission.share?.rawValue, permission.read?.rawValue])
      }
    }
  }

  /// Refuses a client all that it was granted.
  ///
  /// - Returns: how many types it held a grant for.
  @discardableResult
  package func revokePermissions(ofClient client: String) throws -> Int {
    try write { db in
      try db.execute(
        sql: """
          UPDATE permission SET share = min(share, 0), read = min(read, 0)
          WHERE client = ? AND (share = 1 OR read = 1)
          """,
        arguments: [client])
      return db.changesCount
    }
  }
}

extension Permission {
  fileprivate init(row: Row) throws {
    func consent(_ column: String) throws -> Consent? {
      try (row.optional(column, "permission") as Int?).flatMap(Consent.init(rawValue:))
    }
    self.init(
      client: try row.value("client", "permission"), type: try row.value("type", "permission"),
      share: try consent("share"), read: try consent("read"))
  }
}
