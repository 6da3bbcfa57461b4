package import Foundation
package import GRDB
import HealthModel
import StoreFiles

/// The SQLite file that contains a user's samples, and the interface to it.
///
/// A store may be used from any thread. Reads see a consistent state and never wait for a writer; writes are
/// serialized, also across processes.
package final class Store: Sendable {
  /// The kind of access that a caller needs.
  package enum Access: Sendable {
    /// Read and write; creates the file and its directory if they are missing.
    case create
    /// Read and write an existing store.
    case write
    /// Read only: no migration, and no lock that delays a writer.
    case read
  }

  package let path: String
  package let access: Access
  /// True if the directory is not writable and the file is read as it is on disk, possibly without its latest
  /// commits.
  package let isSnapshot: Bool
  /// Whether the file has an earlier format than the one that this program writes. Readers support what that format
  /// contains; opening it for writing upgrades it.
  package let isOlder: Bool
  package let reader: any DatabaseReader
  private let pool: DatabasePool?
  private let signal: ChangeSignal
  /// The log of the pool's writer.
  package let log: LogCheckpointer
  private let file: OpenFile

  /// Opens the store. Opening for writing upgrades its format, its catalog of types and its derived values.
  ///
  /// - Parameters:
  ///   - path: the file. Its directory is created with mode 0700 and the file with mode 0600 if `access` is `create`; a
  ///     writer removes permissions of other users.
  ///   - busyTimeout: seconds to wait for another process that is writing.
  /// - Throws: `StoreError`.
  package init(path: String, access: Access, busyTimeout: Double = 10) throws {
    guard !path.hasPrefix("http://"), !path.hasPrefix("https://") else {
      throw StoreError(.invalidArgument, path: path, reason: "\(path) is a store on another machine, not a file")
    }
    self.path = path
    self.access = access
    signal = ChangeSignal(storePath: path)
    let log = LogCheckpointer(path: path)
    self.log = log
    switch access {
    case .create, .write:
      if access == .create {
        try StoreFile.prepare(path: path)
      } else {
        try StoreFile.requireReadable(path: path)
      }
      file = try OpenFile(path: path)
      try StoreFile.requireWritable(path: path)
      StoreFile.makePrivate(path: StorePath.resolved(path))
      let pool = try StoreError.translating(path: path) {
        try StoreFile.whileAlone(path: path, waitingAtMost: busyTimeout) {
          try Opening.forWriting(path: path, busyTimeout: busyTimeout, log: log)
        }
      }
      self.pool = pool
      self.reader = pool
      self.isSnapshot = false
      self.isOlder = false
    case .read:
      try StoreFile.requireReadable(path: path)
      file = try OpenFile(path: path)
      self.pool = nil
      let opened = try StoreError.translating(path: path) {
        try Opening.forReading(path: path, busyTimeout: busyTimeout)
      }
      (self.reader, self.isSnapshot, self.isOlder) = (opened.queue, opened.isSnapshot, opened.isOlder)
    }
  }

  deinit {
    if pool == nil { ClosedReaders.close(reader) }
    log.wait()
    // While another reader is open, closing does not truncate the log, and every status line would then read it.
    try? pool?.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      try db.checkpoint(.truncate)
    }
  }

  /// The argument with which SQLite's shell opens the same state: the path, or a URI for a snapshot of it.
  package var nameForSQLite: String {
    if isSnapshot { return Opening.snapshotName(path) }
    // A name that begins with a minus sign would be an option, and one that begins with "file:" a URI.
    return path.hasPrefix("/") ? path : "./" + path
  }

  /// Whether the opened file is still the one at the path. Writes to one that was removed or replaced are lost.
  package var isCurrent: Bool { file.identity == StoreFile.Identity(path: path) }

  /// The number that identifies this store; nil if nothing has been written to it.
  package func identity() throws -> UUID? {
    try read { try StoreIdentity.stored($0) }
  }

  // MARK: - Access for the rest of the module

  /// Runs one read.
  ///
  /// - Parameter isCancelled: checked during statements; cancels the read.
  /// - Throws: `StoreError`; with the code `interrupted` if it was cancelled.
  package func read<Result>(
    isCancelled: (() -> Bool)? = nil, _ body: (Database) throws -> Result
  ) throws -> Result {
    try StoreError.translating(path: path, isOlder: isOlder) {
      try reader.read { db in
        try Connection.resettingStatements(db) {
          try Interruption.watching(isCancelled, db) { try DamagedValue.locating(db, body) }
        }
      }
    }
  }

  /// Runs one transaction. If it changed anything that readers may watch, the signal is sent after the commit.
  ///
  /// - Parameters:
  ///   - isImporting: whether it is one of many transactions, which follow each other without a pause.
  ///   - isCancelled: checked during statements; cancels the transaction, which then changes nothing.
  /// - Throws: `StoreError`; with the code `interrupted` if it was cancelled.
  @discardableResult
  package func write<Result>(
    isImporting: Bool = false, isCancelled: (() -> Bool)? = nil, _ body: (Database) throws -> Result
  ) throws -> Result {
    guard let pool else { throw StoreError(.readOnly, path: path, reason: "was opened for reading only") }
    return try StoreError.translating(path: path) {
      let (result, change) = try pool.writeWithoutTransaction { db in
        try Connection.inTransaction(db) {
          try Connection.resettingStatements(db) {
            try Interruption.watching(isCancelled, db) {
              let before = try Change.latestID(db)
              let result = try DamagedValue.locating(db, body)
              let after = try Change.latestID(db)
              return (result, after == before ? nil : after)
            }
          }
        }
      }
      if let change { signal.send(change: change) }
      log.checkpoint(pool, isImporting: isImporting)
      return result
    }
  }

  /// After a large deletion: returns free pages to the file system and truncates the log. Does nothing if the store
  /// is in use: free pages are reused, and the last connection to close truncates the log.
  package func releaseSpace() {
    log.wait()
    try? pool?.writeWithoutTransaction { db in
      // Truncating the log waits for active readers, which is not worthwhile here.
      try Connection.$isWaiting.withValue(false) { try Self.releaseSpace(db) }
    }
  }

  private static func releaseSpace(_ db: Database) throws {
    // Returns one row per page.
    let vacuum = try db.makeStatement(sql: "PRAGMA incremental_vacuum")
    let pages = try Row.fetchCursor(vacuum)
    while try pages.next() != nil {}
    try db.checkpoint(.truncate)
  }

  /// Checkpoints and truncates the WAL. Needed only by benchmarks and tests of file sizes.
  package func checkpoint() throws {
    guard let pool else { return }
    log.wait()
    try StoreError.translating(path: path) {
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
  }
}
