import GRDB
import GRDBSQLite

/// What every connection to a store is set to.
enum Connection {
  /// Bytes that a log keeps between two writes, so that a long import does not make its file anew all the time.
  private static let longestIdleLog = 16 << 20

  static func prepare(_ db: Database) throws {
    UnitFunction.add(to: db)
    // A reader that may not write the directory cannot make the -wal and -shm files, so the last writer leaves them.
    if let connection = db.sqliteConnection {
      var keepsWAL: Int32 = 1
      _ = sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsWAL)
    }
    guard !db.configuration.readonly else { return }
    // A commit is whole after a crash of the program; after a loss of power the last ones may be missing.
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
    // Lets the last writer that closes empty the log. Who comes first after it reads a log that is left from end to
    // end, and a bar's status line always comes first.
    try db.execute(sql: "PRAGMA journal_size_limit = \(longestIdleLog)")
  }
}
