import GRDB
import GRDBSQLite

/// What every connection to a store is set to.
enum Connection {
  static func prepare(_ db: Database) throws {
    // A reader that may not write the directory cannot make the -wal and -shm files, so the last writer leaves them.
    if let connection = db.sqliteConnection {
      var keepsWAL: Int32 = 1
      _ = sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsWAL)
    }
    // A commit is whole after a crash of the program; after a loss of power the last ones may be missing.
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
  }
}
