package import GRDB
package import HealthModel

extension DamagedValue {
  /// Runs a body. SQLite refuses to copy damaged values, and names at most the table to which they were copied: then
  /// the error names the one that contains them.
  static func locating<Result>(_ db: Database, _ body: (Database) throws -> Result) throws -> Result {
    do {
      return try body(db)
    } catch let error as DatabaseError where [.SQLITE_MISMATCH, .SQLITE_CONSTRAINT].contains(error.resultCode) {
      guard let table = try? ColumnKinds.all(db).first(where: { try $0.damagedRows(db) > 0 }) else { throw error }
      throw DamagedValue(table: String(table.name.trimmingPrefix(Schema.oldPrefix)))
    }
  }
}

extension StoreError {
  /// Converts SQLite's errors to the store's; other errors are not changed.
  ///
  /// - Parameter isOlder: whether the store has an earlier format, which may lack what the statement needs.
  package static func translating<Result>(
    path: String, isOlder: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where isOlder && error.resultCode == .SQLITE_ERROR && error.message?.hasPrefix("no such ") == true
    {
      throw StoreError(
        .olderVersion, path: path,
        reason: "was written by an earlier version and must be upgraded first", underlying: error)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch let error as DamagedValue {
      throw StoreError(error, path: path)
    } catch let error as DecodingError {
      // For values stored as JSON.
      throw StoreError(DamagedValue(table: "metadata_set"), path: path, underlying: error)
    } catch let error as EncodingError {
      // For numbers that JSON cannot express.
      throw StoreError(DamagedValue(table: "sample"), path: path, underlying: error)
    } catch let error as RowDecodingError {
      throw StoreError(DamagedValue(table: Self.table(in: "\(error)") ?? "?"), path: path)
    }
  }

  private init(_ error: DamagedValue, path: String, underlying: (any Error)? = nil) {
    self.init(
      .damaged, path: path, reason: "is damaged: there is \(error.reason) in its table \(error.table)",
      underlying: underlying ?? error)
  }

  /// The table in a statement, for an error message.
  private static func table(in message: String) -> String? {
    message.firstMatch(of: /FROM\s+(\w+)/).map { String($0.1) }
  }

  package init(_ error: DatabaseError, path: String) {
    let (code, reason): (Code, String) =
      switch error.resultCode {
      case .SQLITE_NOTADB: (.notAStore, "is not a ringtop store (\(error.message ?? "not a database"))")
      case .SQLITE_CORRUPT: (.damaged, "is damaged (\(error.message ?? "malformed"))")
      case .SQLITE_FULL: (.diskFull, "the disk is full")
      case .SQLITE_READONLY: (.readOnly, "cannot be written")
      case .SQLITE_CANTOPEN: (.cannotCreate, "cannot be opened")
      case .SQLITE_PERM, .SQLITE_AUTH: (.unreadable, "cannot be read: permission denied")
      case .SQLITE_BUSY, .SQLITE_LOCKED: (.busy, "is locked by another program")
      case .SQLITE_INTERRUPT: (.interrupted, "the operation was cancelled, and nothing has changed")
      case .SQLITE_IOERR: (.inputOutput, "could not be read or written (\(error.message ?? "input/output error"))")
      default: (.other, error.message ?? "database error \(error.resultCode.rawValue)")
      }
    self.init(code, path: path, reason: reason, underlying: error)
  }
}
