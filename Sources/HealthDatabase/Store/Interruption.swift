import GRDB
import GRDBSQLite
import HealthModel

/// Lets a cancellation end the statements of a transaction, which is then rolled back as a whole.
enum Interruption {
  /// How many of SQLite's instructions pass between two looks: well under a millisecond.
  private static let instructions: Int32 = 4_096

  static func watching<Result>(
    _ cancellation: Cancellation?, _ db: Database, _ body: () throws -> Result
  ) throws -> Result {
    guard let cancellation, let connection = db.sqliteConnection else { return try body() }
    let flag = Unmanaged.passUnretained(cancellation).toOpaque()
    sqlite3_progress_handler(
      connection, instructions,
      { flag in
        flag.map { Unmanaged<Cancellation>.fromOpaque($0).takeUnretainedValue().isCancelled } == true ? 1 : 0
      }, flag)
    // The rollback must not be stopped in its turn.
    defer { sqlite3_progress_handler(connection, 0, nil, nil) }
    return try withExtendedLifetime(cancellation, body)
  }
}
