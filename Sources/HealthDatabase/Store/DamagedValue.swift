package import Foundation
package import GRDB
package import HealthModel

/// A value that no version of this program wrote: text instead of a number, an impossible date. Strict tables refuse
/// values of another kind, but a damaged file may contain them, and so may a store of an earlier format.
package struct DamagedValue: Error {
  /// The table that contains it.
  package var table: String
  package var reason: String

  package init(table: String, reason: String = "a value of the wrong kind") {
    self.table = table
    self.reason = reason
  }
}

/// The only way in which this module reads columns of rows. GRDB's subscripts trap on a value of another kind, and its
/// `decode` takes text for the number 0 in the rows of a cursor.
extension Row {
  /// The value of a column; nil for NULL if the result is optional.
  ///
  /// - Parameter table: the table of the column, for the error.
  /// - Throws: `DamagedValue` if it is of another kind.
  package func value<Value: DatabaseValueConvertible>(_ index: Int, _ table: String) throws -> Value {
    try Self.converted(decode(atIndex: index), table)
  }

  package func value<Value: DatabaseValueConvertible>(_ name: String, _ table: String) throws -> Value {
    try Self.converted(decode(forColumn: name), table)
  }

  private static func converted<Value: DatabaseValueConvertible>(
    _ stored: DatabaseValue, _ table: String
  ) throws -> Value {
    guard let value = Value.fromDatabaseValue(stored) else { throw DamagedValue(table: table) }
    return value
  }

  /// A time in seconds since the reference date, finite and small enough to be converted to a day.
  package func time(_ index: Int, _ table: String) throws -> Double {
    try StoredTime.checked(value(index, table), table)
  }

  package func date(_ index: Int, _ table: String) throws -> Date {
    try StoredTime.date(value(index, table), table)
  }

  package func date(_ name: String, _ table: String) throws -> Date {
    try StoredTime.date(value(name, table), table)
  }

  package func day(_ index: Int, _ table: String) throws -> Day {
    try StoredDay.checked(value(index, table) as Int, table)
  }

  package func day(_ name: String, _ table: String) throws -> Day {
    try StoredDay.checked(value(name, table) as Int, table)
  }
}

extension RawStatement {
  /// The number in a column, nil for NULL.
  ///
  /// - Throws: `DamagedValue` for text and bytes.
  package func number(_ column: Int32, _ table: String) throws -> Double? {
    switch kind(column) {
    case .number: double(column)
    case .null: nil
    case .other: throw DamagedValue(table: table)
    }
  }

  /// The number of a row in a column, nil for NULL.
  package func row(_ column: Int32, _ table: String) throws -> Int64? {
    switch kind(column) {
    case .number: int64(column)
    case .null: nil
    case .other: throw DamagedValue(table: table)
    }
  }

  /// A time in seconds since the reference date, finite and small enough to be converted to a day.
  package func time(_ column: Int32, _ table: String) throws -> Double {
    guard kind(column) == .number else { throw DamagedValue(table: table) }
    return try StoredTime.checked(double(column), table)
  }

  package func date(_ column: Int32, _ table: String) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try time(column, table))
  }

  /// What identifies a sample whose start, end and value are in three columns from one on.
  func sample(type: Int64, source: Int64, from column: Int32) throws -> SampleIdentity {
    SampleIdentity(
      type: type, source: source, start: try time(column, "sample"), end: try time(column + 1, "sample"),
      value: try number(column + 2, "sample") ?? .nan)
  }
}
