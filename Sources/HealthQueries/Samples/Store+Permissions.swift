import GRDB
package import HealthDatabase
package import HealthModel

/// Permissions are stored beside the data. A reader checks them for every query, so a change takes effect with the
/// next one, in every process; it is not a change of the data, and wakes no watcher.
extension Store {
  /// All decisions, by client and type.
  package func permissions() throws -> [Permission] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT client, type, share, read FROM permission ORDER BY client, type")
        .map(Permission.init(row:))
    }
  }

  /// The decisions for one client, by type identifier. One indexed read.
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

  /// Stores decisions, all or none. Values that are nil remain as they were.
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

  /// Revokes all grants of a client.
  ///
  /// - Returns: the number of types for which it had a grant.
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
      try (row.value(column, "permission") as Int?).flatMap(Consent.init(rawValue:))
    }
    self.init(
      client: try row.value("client", "permission"), type: try row.value("type", "permission"),
      share: try consent("share"), read: try consent("read"))
  }
}
