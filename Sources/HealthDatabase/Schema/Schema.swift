import GRDB

/// The formats of the store: the current one, whose tables are in `Schema.tables`, and its application ID.
package enum Schema {
  /// Incremented with every change of the tables. A file with a higher number was written by a later program and is not
  /// opened; one with a lower number becomes this one (`upgrade`). The tests keep a store of each released format.
  package static let version = 10

  /// "ring" in ASCII, so that `file` and other tools can distinguish a store from any other database.
  static let applicationID = 0x7269_6E67

  /// One migration from whatever format the file has, in one transaction: a reader in another process sees the format
  /// before it or the format after it. It must never find a store that is being created in an earlier format, because
  /// it would report that the store must be upgraded.
  static func migrator() -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("\(version)", merging: Set((1..<version).map(String.init))) { db, _ in
      let stored = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      if stored == 0 {
        for table in tables { try table.create(db) }
        try createIndexes(db)
        // There is nothing in it yet that an earlier program could have computed.
        try DerivedVersion.store(db)
        try CatalogUpgrade.store(db)
      } else if stored < version {
        try DamagedValue.locating(db) { try upgrade($0, from: stored) }
      }
      try db.execute(sql: "PRAGMA user_version = \(version)")
    }
    return migrator
  }
}
