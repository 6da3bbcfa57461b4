import GRDB
import HealthModel

/// Brings a store up to date when it is opened for writing: first its tables, then its catalog of types, then what is
/// computed from the samples. Readers never do; they answer with what there is.
enum StoreUpgrade {
  static func run(_ pool: DatabasePool) throws {
    let (application, version) = try pool.read { db in
      (
        try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0, try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      )
    }
    if application != Schema.applicationID {
      // Before there is any table, so that whenever this ends, what is left is known for a store.
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      }
    }
    if version < Schema.version {
      try Schema.migrator.migrate(pool)
      if version == 0 {
        try pool.write { db in
          try DerivedVersion.store(db)
          try CatalogUpgrade.store(db)
        }
      }
    }
    guard try pool.read({ try needsRun($0) }) else { return }
    try pool.write { db in
      // Another process may have been first.
      guard try needsRun(db) else { return }
      if try CatalogUpgrade.isNeeded(db) { try CatalogUpgrade.run(db) }
      try DerivedVersion.upgrade(db)
      _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
    }
  }

  private static func needsRun(_ db: Database) throws -> Bool {
    if try CatalogUpgrade.isNeeded(db) { return true }
    return try DerivedVersion.stored(db) != DerivedVersion.current
  }
}
