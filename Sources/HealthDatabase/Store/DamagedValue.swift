import Foundation
import GRDB
import HealthModel
import Synchronization

/// A value that no version of this program wrote: text instead of a number, an impossible date.
///
/// SQLite accepts any value in any column, and GRDB's subscripts trap if they cannot convert it. In this module they
/// do not: see `DamagedValue.Notes`. The throwing functions below are clearer and should be used where they cost
/// nothing.
struct DamagedValue: Error {
  /// The table or column that contains it.
  var table: String
  var reason = "a value of the wrong kind"

  /// What subscripts have found on this thread. Code that reads rows checks it at the end, and discards everything
  /// from a row that was damaged.
  enum Notes {
    private static let key = "org.openhealthkit.damaged-column"
    /// Whether any thread has found one: without, the dictionaries of threads need not be created.
    private static let isUsed = Atomic(false)

    private static let refusals: [ResultCode] = [.SQLITE_MISMATCH, .SQLITE_CONSTRAINT]

    static func add(column: String) {
      isUsed.store(true, ordering: .relaxed)
      Thread.current.threadDictionary[key] = column
    }

    static func clear() {
      guard isUsed.load(ordering: .relaxed) else { return }
      Thread.current.threadDictionary.removeObject(forKey: key)
    }

    /// Runs a body and throws if it has found a damaged value.
    static func checking<Result>(_ db: Database, _ body: (Database) throws -> Result) throws -> Result {
      clear()
      defer { clear() }
      let result: Result
      do {
        result = try body(db)
      } catch let error as DatabaseError where refusals.contains(error.resultCode) {
        // SQLite refuses to copy some damaged values, and names at most the table to which they were copied.
        guard let table = (try? table(db, withDamaged: "")) ?? nil else { throw error }
        throw DamagedValue(table: table)
      }
      guard isUsed.load(ordering: .relaxed), let column = Thread.current.threadDictionary[key] as? String else {
        return result
      }
      throw DamagedValue(table: (try? table(db, withDamaged: column)) ?? nil ?? "?")
    }

    /// The table with an invalid value in a column of this name. Queries may rename columns; then it is the first
    /// table with a damaged column.
    private static func table(_ db: Database, withDamaged column: String) throws -> String? {
      let all = try ColumnKinds.all(db).flatMap { table in table.columns.map { (table: table.name, column: $0) } }
      for place in all.filter({ $0.column.name == column }) + all.filter({ $0.column.name != column })
      where try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \"\(place.table)\" WHERE NOT (\(place.column.condition)))") == true
      {
        return place.table
      }
      return nil
    }
  }
}

extension Row {
  // In this module these are preferred over GRDB's own, and in its tests, which see both, GRDB's over these.

  @_disfavoredOverload
  subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value {
    noted(index, index < count ? columnName(index) : "")
  }

  @_disfavoredOverload
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) -> Value {
    noted(index, index < count ? columnName(index) : "")
  }

  @_disfavoredOverload
  subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
    noted(columnIndex(name), name)
  }

  @_disfavoredOverload
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String) -> Value {
    noted(columnIndex(name), name)
  }

  private func columnName(_ index: Int) -> String {
    columnNames[columnNames.index(columnNames.startIndex, offsetBy: index)]
  }

  private func columnIndex(_ name: String) -> Int? {
    columnNames.enumerated().first { $0.element == name }?.offset
  }

  /// The value, or a neutral one of its kind if it is damaged, which is recorded.
  private func noted<Value: DatabaseValueConvertible>(_ index: Int?, _ name: @autoclosure () -> String) -> Value {
    let stored = index.flatMap { try? decode(DatabaseValue.self, atIndex: $0) } ?? .null
    if let value = Value.fromDatabaseValue(stored) { return value }
    DamagedValue.Notes.add(column: name())
    for stand in [0.databaseValue, "".databaseValue, Data(count: 16).databaseValue] {
      if let value = Value.fromDatabaseValue(stand) { return value }
    }
    // Every type that this module reads is a number, text or bytes.
    preconditionFailure("\(Value.self) is read from no column")
  }

  /// The value of a column by index.
  ///
  /// - Throws: `DamagedValue` if it cannot be converted.
  func value<Value: DatabaseValueConvertible>(_ index: Int, _ table: String) throws -> Value {
    guard let value = Value.fromDatabaseValue(try stored(index)) else { throw DamagedValue(table: table) }
    return value
  }

  /// The value of a column that may be NULL.
  func optional<Value: DatabaseValueConvertible>(_ index: Int, _ table: String) throws -> Value? {
    let stored = try stored(index)
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw DamagedValue(table: table) }
    return value
  }

  /// The value of a column by name.
  func value<Value: DatabaseValueConvertible>(_ name: String, _ table: String) throws -> Value {
    guard let index = columnIndex(name), let value = Value.fromDatabaseValue(try stored(index)) else {
      throw DamagedValue(table: table)
    }
    return value
  }

  func optional<Value: DatabaseValueConvertible>(_ name: String, _ table: String) throws -> Value? {
    guard let index = columnIndex(name) else { throw DamagedValue(table: table) }
    return try optional(index, table)
  }

  private func stored(_ index: Int) throws -> DatabaseValue {
    try decode(DatabaseValue.self, atIndex: index)
  }

  /// A time in seconds since the reference date, finite and small enough to be converted to a day.
  func time(_ index: Int, _ table: String) throws -> Double {
    try StoredTime.checked(try value(index, table), table)
  }

  func time(_ name: String, _ table: String) throws -> Double {
    try StoredTime.checked(try value(name, table), table)
  }

  /// The number of a day.
  func day(_ index: Int, _ table: String) throws -> Day {
    try StoredDay.checked(try value(index, table) as Int, table)
  }

  func day(_ name: String, _ table: String) throws -> Day {
    try StoredDay.checked(try value(name, table) as Int, table)
  }
}

extension RawStatement {
  /// The number in a column, nil for NULL.
  ///
  /// - Throws: `DamagedValue` for text and bytes.
  func number(_ column: Int32, _ table: String) throws -> Double? {
    switch kind(column) {
    case .number: double(column)
    case .null: nil
    case .other: throw DamagedValue(table: table)
    }
  }

  /// The number of a row in a column, nil for NULL.
  func row(_ column: Int32, _ table: String) throws -> Int64? {
    switch kind(column) {
    case .number: int64(column)
    case .null: nil
    case .other: throw DamagedValue(table: table)
    }
  }

  /// A time in seconds since the reference date, finite and small enough to be converted to a day.
  func time(_ column: Int32, _ table: String) throws -> Double {
    guard kind(column) == .number else { throw DamagedValue(table: table) }
    return try StoredTime.checked(double(column), table)
  }
}
