import GRDB
import HealthModel

/// Upgrades a store when it is opened for writing: first its tables, then its catalog of types, then derived values.
/// Readers do not; they use what is there.
enum StoreUpgrade {
  static func run(_ pool: DatabasePool) throws {
    let (application, version) = try pool.read { db in
      (
        try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0, try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      )
    }
    if application != Schema.applicationID {
      // Set before there are any tables, so that an interrupted upgrade leaves a file that is recognized as a store.
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      }
    }
    if version < Schema.version { try Schema.migrator().migrate(pool) }
    guard try pool.read({ try needsRun($0) }) else { return }
    try pool.write { db in
      // Another process may have been first.
      guard try needsRun(db) else { return }
      if try CatalogUpgrade.isNeeded(db) { try CatalogUpgrade.run(db) }
      try DerivedVersion.upgrade(db)
      try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
    }
  }

  private static func needsRun(_ db: Database) throws -> Bool {
    if try CatalogUpgrade.isNeeded(db) { return true }
    return try DerivedVersion.stored(db) != DerivedVersion.current
  }
}
