import Foundation
package import GRDB
import HealthModel
import StoreFiles

/// Opens a file as a store: what is rejected, created and upgraded.
package enum Opening {
  // MARK: - For writing

  /// - Parameter log: observes the length of the log; must not be deallocated before the pool.
  static func forWriting(path: String, busyTimeout: Double, log: LogCheckpointer) throws -> DatabasePool {
    // Checked before the pool opens it, which would put any database into WAL mode.
    try waitingForOthers { try checkIdentity(ofFileAt: path) }
    let pool = try waitingForOthers {
      var configuration = configuration(busyTimeout: busyTimeout)
      configuration.prepareDatabase { db in
        if !db.configuration.readonly { log.watch(db) }
      }
      return try DatabasePool(path: path, configuration: configuration)
    }
    try waitingForOthers { try StoreUpgrade.run(pool) }
    // A writer that crashed between its commit and its signal has not woken the watchers.
    let signal = ChangeSignal(storePath: path)
    let latest = try waitingForOthers { try pool.read { try Change.latestID($0) } }
    if latest > signal.latest() { signal.send(change: latest) }
    return pool
  }

  /// A connection that only rebuilds indexes. It upgrades nothing.
  package static func forMaintenance(path: String, busyTimeout: Double) throws -> DatabaseQueue {
    try DatabaseQueue(path: path, configuration: configuration(busyTimeout: busyTimeout))
  }

  /// A second connection of a writer, which only checkpoints.
  static func forCheckpoint(path: String) throws -> DatabaseQueue {
    try DatabaseQueue(path: path, configuration: configuration(busyTimeout: 0))
  }

  private static func checkIdentity(ofFileAt path: String) throws {
    func check(readonly: Bool) throws {
      var configuration = Configuration()
      configuration.readonly = readonly
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { ClosedReaders.close(queue) }
      try queue.read { _ = try checkIdentity($0, path: path) }
    }
    do {
      try check(readonly: true)
    } catch let error as DatabaseError
      where (error.resultCode == .SQLITE_READONLY || error.resultCode == .SQLITE_CANTOPEN)
      && StoreFile.status(StorePath.resolved(path) + "-journal") != nil
    {
      // Its creator crashed while switching it to WAL mode. Only a writer can roll that back.
      try check(readonly: false)
    }
  }

  // MARK: - For reading

  static func forReading(
    path: String, busyTimeout: Double
  ) throws -> (queue: DatabaseQueue, isSnapshot: Bool, isOlder: Bool) {
    var configuration = configuration(busyTimeout: busyTimeout)
    configuration.readonly = true
    do {
      let (queue, isOlder) = try waitingForOthers(atMost: busyTimeout) {
        try forReading(path: path, file: path, configuration: configuration)
      }
      return (queue, false, isOlder)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
    {
      // WAL requires a shared memory file beside the store. If it cannot be created, only checkpointed data is read.
      let (queue, isOlder) = try forReading(path: path, file: snapshotName(path), configuration: configuration)
      return (queue, true, isOlder)
    }
  }

  static func snapshotName(_ path: String) -> String { "file:\(StoreFile.percentEncoded(path))?immutable=1" }

  private static func forReading(
    path: String, file: String, configuration: Configuration
  ) throws -> (DatabaseQueue, Bool) {
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    let version = try queue.read { db in try checkIdentity(db, path: path) }
    guard version > 0 else { throw StoreError(.missing, path: path, reason: "contains no data yet") }
    return (queue, version < Schema.version)
  }

  // MARK: - Both

  /// Rejects a file that is not a store, or one of a later program.
  ///
  /// - Returns: the version of its format; 0 if it has not been created yet.
  private static func checkIdentity(_ db: Database, path: String) throws -> Int {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    // While another process creates the store, the migrator's own table exists before the store's.
    let isEmpty =
      try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE tbl_name != 'grdb_migrations')") ?? true
    guard application == Schema.applicationID || (isEmpty && version == 0) else {
      throw StoreError(.notAStore, path: path, reason: "is a SQLite database, but not a ringtop store")
    }
    guard version <= Schema.version else {
      throw StoreError(
        .newerVersion, path: path,
        reason: "was written by a newer version (format \(version), this program supports \(Schema.version))")
    }
    return version
  }

  private static func configuration(busyTimeout: Double) -> Configuration {
    var configuration = Configuration()
    // SQLite's own intervals grow to a tenth of a second, longer than most locks are held.
    configuration.busyMode = .callback { tries in
      let step = 0.002
      guard Connection.isWaiting, Double(tries) * step < busyTimeout else { return false }
      Thread.sleep(forTimeInterval: step)
      return true
    }
    configuration.prepareDatabase { db in
      try Connection.prepare(db)
    }
    return configuration
  }

  /// Retries while another process is creating the same file: SQLite does not wait for the lock that it
  /// needs to switch a new file to WAL mode.
  ///
  /// - Parameter seconds: the limit. Readers wait as long as for any other lock: a machine that is busy creates slowly.
  private static func waitingForOthers<Result>(
    atMost seconds: Double = 1, _ body: () throws -> Result
  ) throws -> Result {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
      do {
        return try body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // If SQLite itself has waited, the time is up.
        guard clock.now < end else { throw error }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }
}
