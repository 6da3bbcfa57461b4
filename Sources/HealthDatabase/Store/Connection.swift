import Foundation
import GRDB
import GRDBSQLite

/// What every connection to a store is set to.
enum Connection {
  /// Bytes to which a log grows before it is copied into the file, and that it keeps between two writes, so that a long import does not make its file anew all the time.
  static let longestIdleLog = 16 << 20

  static func prepare(_ db: Database) throws {
    UnitFunction.add(to: db)
    // A reader that may not write the directory cannot make the -wal and -shm files, so the last writer leaves them.
    if let connection = db.sqliteConnection {
      var keepsWAL: Int32 = 1
      _ = sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsWAL)
    }
    guard !db.configuration.readonly else { return }
    // What is deleted is overwritten: nobody finds in the file what its owner has taken out.
    try db.execute(sql: "PRAGMA secure_delete = ON")
    // Lets an undo give its space back. Only a file that is being made can be told; the price is one page in 800.
    if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    // A commit is whole after a crash of the program; after a loss of power the last ones may be missing.
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
    // Lets the last writer that closes empty the log. Who comes first after it reads a log that is left from end to
    // end, and a bar's status line always comes first.
    try db.execute(sql: "PRAGMA journal_size_limit = \(longestIdleLog)")
  }

  /// Runs the body of a transaction, and ends every statement that it leaves in the middle of its rows when it throws.
  ///
  /// Statements are kept for the next use. One that is left so holds the state of the store that it reads: the connection
  /// would go on reading that state after the transaction is over, and could not write once another program has.
  static func resettingStatements<Result>(_ db: Database, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      var statement = sqlite3_next_stmt(db.sqliteConnection, nil)
      while let current = statement {
        sqlite3_reset(current)
        statement = sqlite3_next_stmt(db.sqliteConnection, current)
      }
      throw error
    }
  }

  /// How often a connection tries again where somebody else has the lock, 2 ms apart.
  private static let tries = 5_000

  /// Runs a body in which a lock that somebody else has is an error at once.
  static func withoutWaiting<Result>(_ db: Database, _ body: () throws -> Result) throws -> Result {
    guard let connection = db.sqliteConnection else { return try body() }
    sqlite3_busy_handler(connection, nil, nil)
    defer {
      sqlite3_busy_handler(
        connection,
        { _, count in
          guard count < Connection.tries else { return 0 }
          usleep(2_000)
          return 1
        }, nil)
    }
    return try body()
  }
}
