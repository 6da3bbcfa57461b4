import Foundation
import GRDB
import GRDBSQLite

/// The configuration of every connection to a store.
enum Connection {
  /// The size in bytes from which a log is checkpointed, and to which it is truncated between two writes, so that a
  /// long import does not have to grow it again each time.
  static let longestIdleLog = 16 << 20

  static func prepare(_ db: Database) throws {
    UnitFunction.add(to: db)
    // A reader without write permission for the directory cannot create the -wal and -shm files, so the last writer
    // leaves them.
    if let connection = db.sqliteConnection {
      var keepsWAL: Int32 = 1
      _ = sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsWAL)
    }
    // A copy of another machine's store may contain any views and triggers.
    try db.execute(sql: "PRAGMA trusted_schema = OFF")
    guard !db.configuration.readonly else { return }
    // Deleted data is overwritten, so that nothing of it remains in the file.
    try db.execute(sql: "PRAGMA secure_delete = ON")
    // Allows undo to return its space. Must be set when a file is created; costs one page in 800.
    if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    // A commit survives a crash of the program; after a loss of power the last ones may be missing.
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
    // Lets the last writer truncate the log when it closes. The first reader afterwards would otherwise read the
    // whole log, and that is usually a status line.
    try db.execute(sql: "PRAGMA journal_size_limit = \(longestIdleLog)")
  }

  /// Runs a transaction. Unlike GRDB's, it does not prepare its first and its last statement each time, which takes as long
  /// as a short transaction's own statements.
  static func inTransaction<Result>(_ db: Database, _ body: () throws -> Result) throws -> Result {
    try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
    do {
      let result = try body()
      try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
      return result
    } catch {
      // Some errors have ended it already.
      if db.isInsideTransaction { try? db.rollback() }
      throw error
    }
  }

  /// Runs the body of a transaction. When it throws, forgets what it has read of the shared tables, and resets every
  /// statement that it leaves partly read.
  ///
  /// Statements are cached. One that is partly read keeps its snapshot of the store: the connection would continue to
  /// read that snapshot after the transaction, and could not write once another program has written.
  static func resettingStatements<Result>(_ db: Database, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      SharedTables.forget(db)
      var statement = sqlite3_next_stmt(db.sqliteConnection, nil)
      while let current = statement {
        sqlite3_reset(current)
        statement = sqlite3_next_stmt(db.sqliteConnection, current)
      }
      throw error
    }
  }

  /// Whether a lock held by another connection is waited for, as long as the store's `busyTimeout`.
  @TaskLocal static var isWaiting = true
}
