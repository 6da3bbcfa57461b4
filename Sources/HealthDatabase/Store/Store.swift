import Foundation
import GRDB
import HealthModel

/// The SQLite file that holds a person's samples, and the door to it.
///
/// A store may be used from any thread. Reads see a consistent state and never wait for a writer; writes go one after
/// the other, across processes too.
package final class Store: Sendable {
  /// What a caller means to do.
  package enum Access: Sendable {
    /// Reads and writes, and makes the file and its directory where they are missing.
    case create
    /// Reads and writes a store that is there.
    case write
    /// Reads only: no migration, no lock that delays a writer.
    case read
  }

  package let path: String
  package let access: Access
  /// True where the directory could not be written and the file is read as it lies on disk, without its latest
  /// commits perhaps.
  package let isSnapshot: Bool
  let reader: any DatabaseReader
  private let pool: DatabasePool?
  private let file: OpenFile

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - path: the file. Its directory is made with mode 0700 and the file with mode 0600 where `access` is `create`.
  ///   - busyTimeout: seconds to wait for another process that writes.
  /// - Throws: `StoreError`.
  package init(path: String, access: Access, busyTimeout: Double = 10) throws {
    self.path = path
    self.access = access
    switch access {
    case .create, .write:
      if access == .create {
        try StoreFile.prepare(path: path)
      } else {
        try StoreFile.requireReadable(path: path)
      }
      file = try OpenFile(path: path)
      try StoreFile.requireWritable(path: path)
      let pool = try StoreError.translating(path: path) {
        try StoreFile.whileAlone(path: path) {
          try Self.openForWriting(path: path, configuration: Self.configuration(busyTimeout: busyTimeout))
        }
      }
      self.pool = pool
      self.reader = pool
      self.isSnapshot = false
    case .read:
      try StoreFile.requireReadable(path: path)
      file = try OpenFile(path: path)
      self.pool = nil
      var configuration = Self.configuration(busyTimeout: busyTimeout)
      configuration.readonly = true
      let opened = try StoreError.translating(path: path) { () -> (DatabaseQueue, Bool) in
        do {
          return (
            try Self.waitingForOthers(atMost: busyTimeout) {
              try Self.openForReading(path: path, file: path, configuration: configuration)
            }, false
          )
        } catch let error as DatabaseError
          where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
        {
          // WAL needs a file of its own beside the store. Where that cannot be made, read what has been checkpointed.
          let file = "file:\(StoreFile.percentEncoded(path))?immutable=1"
          return (try Self.openForReading(path: path, file: file, configuration: configuration), true)
        }
      }
      (self.reader, self.isSnapshot) = opened
    }
  }

  deinit {
    // With a reader about, closing leaves the log as it is, and every status line after the reader's end would read it.
    try? pool?.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      try db.checkpoint(.truncate)
    }
  }

  private static func openForWriting(path: String, configuration: Configuration) throws -> DatabasePool {
    // Looked at before the pool opens, which would turn any database into one with a WAL.
    try waitingForOthers { try checkIdentity(ofFileAt: path) }
    let pool = try waitingForOthers { try DatabasePool(path: path, configuration: configuration) }
    let isCurrent = try waitingForOthers {
      try pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") == Schema.version }
    }
    if !isCurrent { try waitingForOthers { try Schema.migrator.migrate(pool) } }
    // A writer that died between its commit and its signal leaves watchers asleep.
    let signal = ChangeSignal(storePath: path)
    let latest = try waitingForOthers { try pool.read { try Change.latestID($0) } }
    if latest > signal.latest() { signal.send(change: latest) }
    return pool
  }

  /// Tries again for a second while another process has just the same file in hand: SQLite does not wait for the lock
  /// that it needs to turn a new file into one with a WAL.
  ///
  /// - Parameter seconds: how long instead, for who has less time.
  private static func waitingForOthers<Result>(
    atMost seconds: Double = 1, _ body: () throws -> Result
  ) throws -> Result {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(min(seconds, 1))
    while true {
      do {
        return try body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // Where SQLite itself has waited, the time is over.
        guard clock.now < end else { throw error }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  private static func openForReading(
    path: String, file: String, configuration: Configuration
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    try queue.read { db in
      try checkIdentity(db, path: path)
      if try Int.fetchOne(db, sql: "PRAGMA user_version") == 0 {
        throw StoreError(.missing, path: path, reason: "holds no data yet")
      }
    }
    return queue
  }

  private static func configuration(busyTimeout: Double) -> Configuration {
    var configuration = Configuration()
    // SQLite's own steps grow to a tenth of a second, which is longer than most locks are held.
    configuration.busyMode = .callback { tries in
      let step = 0.002
      guard Double(tries) * step < busyTimeout else { return false }
      Thread.sleep(forTimeInterval: step)
      return true
    }
    configuration.prepareDatabase { db in
      try Connection.prepare(db)
    }
    return configuration
  }

  private static func checkIdentity(ofFileAt path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    try DatabaseQueue(path: path, configuration: configuration).read { try checkIdentity($0, path: path) }
  }

  private static func checkIdentity(_ db: Database, path: String) throws {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    // While another process makes the store, the migrator's own table is there before the store's.
    let isEmpty =
      try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE tbl_name != 'grdb_migrations')") ?? true
    guard application == Schema.applicationID || (isEmpty && version == 0) else {
      throw StoreError(.notAStore, path: path, reason: "is a SQLite database, but not a ringtop store")
    }
    guard version <= Schema.version else {
      throw StoreError(
        .newerVersion, path: path,
        reason: "was written by a newer version (format \(version), this program knows \(Schema.version))")
    }
  }

  /// Whether the file that was opened is still the one at the path. What is written to one that was removed or replaced
  /// is lost.
  package var isCurrent: Bool { file.identity == StoreFile.Identity(path: path) }

  // MARK: - Access for the rest of the module

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try StoreError.translating(path: path) { try reader.read(body) }
  }

  /// Runs one transaction. The signal goes out once it is committed, if it changed anything that readers may watch.
  ///
  /// - Parameter cancellation: ends the transaction at the next step of any statement, with nothing changed.
  /// - Throws: `StoreError`; with the code `interrupted` where it was cancelled.
  @discardableResult
  func write<Result>(_ cancellation: Cancellation? = nil, _ body: (Database) throws -> Result) throws -> Result {
    guard let pool else { throw StoreError(.readOnly, path: path, reason: "was opened for reading only") }
    return try StoreError.translating(path: path) {
      let (result, change) = try pool.write { db in
        try Interruption.watching(cancellation, db) {
          let before = try Change.latestID(db)
          let result = try body(db)
          let after = try Change.latestID(db)
          return (result, after == before ? nil : after)
        }
      }
      if let change { ChangeSignal(storePath: path).send(change: change) }
      return result
    }
  }

  /// After much was deleted: takes free pages off the file and what was overwritten out of the log. Does nothing where
  /// somebody else is at work: free pages are used again, and whoever closes the store last empties the log.
  func giveBackSpace() {
    try? pool?.writeWithoutTransaction { db in
      // Its rows are one for each page.
      let vacuum = try db.makeStatement(sql: "PRAGMA incremental_vacuum")
      let pages = try Row.fetchCursor(vacuum)
      while try pages.next() != nil {}
      try db.checkpoint(.truncate)
    }
  }

  /// Gives the WAL back to the file. Only a benchmark or a test of file sizes needs to.
  package func checkpoint() throws {
    guard let pool else { return }
    try StoreError.translating(path: path) {
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
  }
}
