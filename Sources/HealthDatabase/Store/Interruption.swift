import GRDB
import GRDBSQLite

/// Lets a caller end the statements of a transaction, which is then rolled back as a whole.
enum Interruption {
  /// How many of SQLite's instructions pass between two looks: well under a millisecond.
  private static let instructions: Int32 = 4_096

  private final class Question {
    let isCancelled: () -> Bool

    init(_ isCancelled: @escaping () -> Bool) {
      self.isCancelled = isCancelled
    }
  }

  /// - Parameter isCancelled: nil for a body that nobody can stop.
  /// - Throws: what the body throws; a `DatabaseError` with the code `SQLITE_INTERRUPT` where it was stopped.
  static func watching<Result>(
    _ isCancelled: (() -> Bool)?, _ db: Database, _ body: () throws -> Result
  ) throws -> Result {
    guard let isCancelled, let connection = db.sqliteConnection else { return try body() }
    return try withoutActuallyEscaping(isCancelled) { isCancelled in
      let question = Question(isCancelled)
      sqlite3_progress_handler(
        connection, instructions,
        { question in
          question.map { Unmanaged<Question>.fromOpaque($0).takeUnretainedValue().isCancelled() } == true ? 1 : 0
        }, Unmanaged.passUnretained(question).toOpaque())
      // The rollback must not be stopped in its turn.
      defer { sqlite3_progress_handler(connection, 0, nil, nil) }
      return try withExtendedLifetime(question, body)
    }
  }
}
