import Foundation
import GRDB
import HealthModel

/// A value that no version of this program wrote: text where a number is due, a date of no calendar.
///
/// SQLite keeps anything in any column, and GRDB's subscripts end the process for what they cannot convert, so every value
/// of a store is read through these.
struct DamagedValue: Error {
  /// Where it lies.
  var table: String
  var reason = "a value of the wrong kind"
}

extension Row {
  /// The value of a column by its place.
  ///
  /// - Throws: `DamagedValue` for one that cannot be what is asked for.
  func value<Value: DatabaseValueConvertible>(_ index: Int, _ table: String) throws -> Value {
    guard let value = Value.fromDatabaseValue(self[index]) else { throw DamagedValue(table: table) }
    return value
  }

  /// The value of a column that may be NULL.
  func optional<Value: DatabaseValueConvertible>(_ index: Int, _ table: String) throws -> Value? {
    let stored: DatabaseValue = self[index]
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw DamagedValue(table: table) }
    return value
  }

  /// The value of a column by its name.
  func value<Value: DatabaseValueConvertible>(_ name: String, _ table: String) throws -> Value {
    guard let stored = self[name] as DatabaseValue?, let value = Value.fromDatabaseValue(stored) else {
      throw DamagedValue(table: table)
    }
    return value
  }

  func optional<Value: DatabaseValueConvertible>(_ name: String, _ table: String) throws -> Value? {
    guard let stored = self[name] as DatabaseValue?, !stored.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw DamagedValue(table: table) }
    return value
  }

  /// A time in seconds since the reference date, finite and small enough to be counted in days.
  func time(_ index: Int, _ table: String) throws -> Double {
    try StoredTime.checked(try value(index, table), table)
  }

  func time(_ name: String, _ table: String) throws -> Double {
    try StoredTime.checked(try value(name, table), table)
  }

  /// The number of a day.
  func day(_ index: Int, _ table: String) throws -> Day {
    try StoredTime.checked(try value(index, table), table)
  }

  func day(_ name: String, _ table: String) throws -> Day {
    try StoredTime.checked(try value(name, table), table)
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

  /// A time in seconds since the reference date, finite and small enough to be counted in days.
  func time(_ column: Int32, _ table: String) throws -> Double {
    guard kind(column) == .number else { throw DamagedValue(table: table) }
    return try StoredTime.checked(double(column), table)
  }
}

enum StoredTime {
  /// 30,000 years on either side of 2001: more than any calendar that samples come from.
  private static let furthest = 1e12

  static func checked(_ time: Double, _ table: String) throws -> Double {
    guard abs(time) <= furthest else { throw DamagedValue(table: table, reason: "a date of no calendar") }
    return time
  }

  static func checked(_ day: Int, _ table: String) throws -> Day {
    guard abs(day) <= Int(furthest / 86_400) else {
      throw DamagedValue(table: table, reason: "a day of no calendar")
    }
    return Day(number: day)
  }
}
