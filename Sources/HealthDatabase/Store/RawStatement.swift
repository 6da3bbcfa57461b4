package import Foundation
package import GRDB
import GRDBSQLite

/// A prepared statement executed directly through SQLite's C interface.
///
/// GRDB converts each row to values of its own; for half a million rows that costs more than SQLite itself. Loops
/// over samples use this instead, everything else uses GRDB.
package struct RawStatement {
  private let statement: Statement
  private let pointer: OpaquePointer

  package init(_ db: Database, _ sql: String) throws {
    statement = try db.cachedStatement(sql: sql)
    guard let pointer = statement.sqliteStatement as SQLiteStatement? else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "empty statement", sql: sql)
    }
    self.pointer = pointer
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  /// Sets all arguments, in order.
  package func setArguments<each Value: RawBindable>(_ values: repeat each Value) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      value.bind(to: self, at: index)
    }
  }

  /// Advances to the next row; false at the end, after which the statement can be run again.
  package func step() throws -> Bool {
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      return false
    default:
      let message = sqlite3_errmsg(sqlite3_db_handle(pointer)).map { String(cString: $0) }
      sqlite3_reset(pointer)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
  }

  /// A statement that is prepared for a single use, with its arguments.
  package init(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
    statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    guard let pointer = statement.sqliteStatement as SQLiteStatement? else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "empty statement", sql: sql)
    }
    self.pointer = pointer
  }

  package func reset() {
    sqlite3_reset(pointer)
  }

  package func run() throws {
    while try step() {}
  }

  /// The first column of the first row; nil if there is no row.
  func firstInt64() throws -> Int64? {
    defer { reset() }
    return try step() ? int64(0) : nil
  }

  /// Inserts a row.
  ///
  /// - Returns: its id.
  package func inserted() throws -> Int64 {
    try run()
    return sqlite3_last_insert_rowid(sqlite3_db_handle(pointer))
  }

  package func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(pointer, index, value) }
  package func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(pointer, index, value) }
  package func bind(_ index: Int32, text: String) {
    var text = text
    text.withUTF8 { utf8 in
      _ = utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(pointer, index, $0.baseAddress, Int32($0.count), Self.copied)
      }
    }
  }
  package func bind(_ index: Int32, bytes: UnsafeRawBufferPointer) {
    sqlite3_bind_blob(pointer, index, bytes.baseAddress, Int32(bytes.count), Self.copied)
  }
  package func bind(_ index: Int32, _ uuid: UUID) {
    withUnsafeBytes(of: uuid.uuid) { bind(index, bytes: $0) }
  }
  /// Tells SQLite to copy the argument.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
  func bindNull(_ index: Int32) { sqlite3_bind_null(pointer, index) }

  package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
  package func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }
  /// The value of a column, which may be of any kind.
  package enum Kind {
    case null, number, other
  }

  package func kind(_ column: Int32) -> Kind {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER, SQLITE_FLOAT: .number
    default: .other
    }
  }

  func isText(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_TEXT }
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }
  package func text(_ column: Int32) -> String {
    String(decoding: blob(column), as: UTF8.self)
  }
  /// The bytes of a column, valid until the next step.
  package func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    let bytes = sqlite3_column_blob(pointer, column)
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, column)))
  }
}

/// A statement that runs for each of very many new rows: it is looked up in the connection's cache once, because the
/// lookup costs as much as a short statement. Must be used with one connection.
struct KeptStatement {
  private let sql: String
  private var statement: RawStatement?

  init(_ sql: String) { self.sql = sql }

  /// The statement with new arguments, in order, before its first row.
  mutating func callAsFunction<each Value: RawBindable>(
    _ db: Database, _ values: repeat each Value
  ) throws -> RawStatement {
    let known = try statement ?? RawStatement(db, sql)
    statement = known
    known.reset()
    known.setArguments(repeat each values)
    return known
  }
}

/// A value that can be an argument of a `RawStatement`.
package protocol RawBindable {
  func bind(to statement: RawStatement, at index: Int32)
}

extension Int64: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) { statement.bind(index, self) }
}

extension Int: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) { statement.bind(index, Int64(self)) }
}

extension Bool: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) { statement.bind(index, Int64(self ? 1 : 0)) }
}

extension Double: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) { statement.bind(index, self) }
}

extension String: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) { statement.bind(index, text: self) }
}

extension UUID: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) { statement.bind(index, self) }
}

extension Optional: RawBindable where Wrapped: RawBindable {
  package func bind(to statement: RawStatement, at index: Int32) {
    if let self { self.bind(to: statement, at: index) } else { statement.bindNull(index) }
  }
}
