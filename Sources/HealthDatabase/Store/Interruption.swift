package import GRDB
import GRDBSQLite

/// Lets a caller interrupt the statements of a transaction, which is then rolled back as a whole.
package enum Interruption {
  /// The number of SQLite instructions between two checks: well under a millisecond.
  private static let instructions: Int32 = 4_096

  private final class Question {
    let isCancelled: () -> Bool

    init(_ isCancelled: @escaping () -> Bool) {
      self.isCancelled = isCancelled
    }
  }

  /// - Parameter isCancelled: nil for a body that cannot be cancelled.
  /// - Throws: the error of the body; a `DatabaseError` with the code `SQLITE_INTERRUPT` if it was cancelled.
  package static func watching<Result>(
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
      // The rollback itself must not be interrupted.
      defer { sqlite3_progress_handler(connection, 0, nil, nil) }
      return try withExtendedLifetime(question, body)
    }
  }
}
