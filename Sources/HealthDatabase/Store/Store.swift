package import Foundation
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
  /// Whether the file has an earlier format than this program writes. A reader answers all that the format knows; who
  /// opens it for writing brings it up to date.
  package let isOlder: Bool
  let reader: any DatabaseReader
  private let pool: DatabasePool?
  /// Of the pool's writer.
  private let log: LogLength
  private let file: OpenFile

  /// Opens the store. One that is opened for writing is brought up to date: its format, its catalog of types and what is
  /// computed from its samples.
  ///
  /// - Parameters:
  ///   - path: the file. Its directory is made with mode 0700 and the file with mode 0600 where `access` is `create`; a
  ///     writer takes from others what they may do with it.
  ///   - busyTimeout: seconds to wait for another process that writes.
  /// - Throws: `StoreError`.
  package init(path: String, access: Access, busyTimeout: Double = 10) throws {
    guard !path.hasPrefix("http://"), !path.hasPrefix("https://") else {
      throw StoreError(.invalidArgument, path: path, reason: "\(path) is on another machine, and no file of this one")
    }
    self.path = path
    self.access = access
    let log = LogLength()
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
    // With a reader about, closing leaves the log as it is, and every status line after the reader's end would read it.
    try? pool?.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      try db.checkpoint(.truncate)
    }
  }

  /// What SQLite's own shell opens to see what this does: the path, or the name of a snapshot of it.
  package var nameForSQLite: String {
    if isSnapshot { return Opening.snapshotName(path) }
    // A name that begins with a minus would be an option, and one that begins with "file:" an address.
    return path.hasPrefix("/") ? path : "./" + path
  }

  /// Whether the file that was opened is still the one at the path. What is written to one that was removed or replaced
  /// is lost.
  package var isCurrent: Bool { file.identity == StoreFile.Identity(path: path) }

  /// The number that tells this store from every other; nil in one that nothing was ever written to.
  package func identity() throws -> UUID? {
    try read { try StoreIdentity.stored($0) }
  }

  // MARK: - Access for the rest of the module

  /// Runs one read.
  ///
  /// - Parameter isCancelled: ends it at the next step of any statement.
  /// - Throws: `StoreError`; with the code `interrupted` where it was cancelled.
  func read<Result>(
    isCancelled: (() -> Bool)? = nil, _ body: (Database) throws -> Result
  ) throws -> Result {
    try StoreError.translating(path: path, isOlder: isOlder) {
      try reader.read { db in
        try Connection.resettingStatements(db) {
          try Interruption.watching(isCancelled, db) { try DamagedValue.Notes.checking(db, body) }
        }
      }
    }
  }

  /// Runs one transaction. The signal goes out once it is committed, if it changed anything that readers may watch.
  ///
  /// - Parameter isCancelled: ends the transaction at the next step of any statement, with nothing changed.
  /// - Throws: `StoreError`; with the code `interrupted` where it was cancelled.
  @discardableResult
  func write<Result>(isCancelled: (() -> Bool)? = nil, _ body: (Database) throws -> Result) throws -> Result {
    guard let pool else { throw StoreError(.readOnly, path: path, reason: "was opened for reading only") }
    return try StoreError.translating(path: path) {
      let (result, change) = try pool.write { db in
        try Connection.resettingStatements(db) {
          try Interruption.watching(isCancelled, db) {
            let before = try Change.latestID(db)
            let result = try DamagedValue.Notes.checking(db, body)
            let after = try Change.latestID(db)
            return (result, after == before ? nil : after)
          }
        }
      }
      if let change { ChangeSignal(storePath: path).send(change: change) }
      // What cannot be copied now, because somebody else does so or reads an old state, can be later.
      if log.isTooLong { try? pool.writeWithoutTransaction { _ = try $0.checkpoint() } }
      return result
    }
  }

  /// After much was deleted: takes free pages off the file and what was overwritten out of the log. Does nothing where
  /// somebody else is at work: free pages are used again, and whoever closes the store last empties the log.
  func giveBackSpace() {
    try? pool?.writeWithoutTransaction { db in
      // Emptying the log waits for readers that are at work, and this is not worth a wait.
      try Connection.withoutWaiting(db) {
        try Self.giveBackSpace(db)
      }
    }
  }

  private static func giveBackSpace(_ db: Database) throws {
    // Its rows are one for each page.
    let vacuum = try db.makeStatement(sql: "PRAGMA incremental_vacuum")
    let pages = try Row.fetchCursor(vacuum)
    while try pages.next() != nil {}
    try db.checkpoint(.truncate)
  }

  /// Gives the WAL back to the file. Only a benchmark or a test of file sizes needs to.
  package func checkpoint() throws {
    guard let pool else { return }
    try StoreError.translating(path: path) {
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
  }
}
