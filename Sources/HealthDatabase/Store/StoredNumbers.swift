package import Foundation
package import GRDB
package import HealthModel

/// Times as a store contains them, within limits in which they can be added and converted to days.
package enum StoredTime {
  /// 30,000 years on either side of 2001: more than in any calendar that samples use.
  static let furthest = 1e12

  /// - Throws: `DamagedValue` for a time beyond the limit.
  package static func checked(_ time: Double, _ table: String) throws -> Double {
    guard abs(time) <= furthest else { throw DamagedValue(table: table, reason: "an invalid date") }
    return time
  }

  /// The number in the first column of a query's first row; nil if there is no row, or NULL in it.
  package static func first(
    _ db: Database, _ sql: String, _ arguments: StatementArguments = [], table: String
  ) throws -> Double? {
    try Double.fetchOne(db.cachedStatement(sql: sql), arguments: arguments).map { try checked($0, table) }
  }

  package static func date(_ time: Double, _ table: String) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try checked(time, table))
  }
}

/// Numbers of days as a store contains them, within the same limits.
package enum StoredDay {
  static let furthest = Int(StoredTime.furthest / 86_400)

  /// - Throws: `DamagedValue` for a day beyond the limit.
  package static func checked(_ number: Int, _ table: String) throws -> Day {
    guard number.magnitude <= furthest.magnitude else { throw DamagedValue(table: table, reason: "an invalid day") }
    return Day(number: number)
  }

  package static func checked(_ number: Int64, _ table: String) throws -> Day { try checked(Int(number), table) }

  /// The days in the first column of a query.
  package static func all(
    _ db: Database, _ sql: String, _ arguments: StatementArguments = [], table: String
  ) throws -> [Day] {
    try Int.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { try checked($0, table) }
  }
}

/// Numbers of rows as a store contains them. They count from 1.
package enum StoredRow {
  /// More than any store has, and low enough that a bit set of all rows fits into memory: 512 MB.
  static let highest: Int64 = 1 << 32

  /// The number after the highest of a table.
  ///
  /// - Parameter highest: nil for an empty table.
  /// - Throws: `DamagedValue` for a number that no program reached.
  package static func next(after highest: Int64?, _ table: String) throws -> Int64 {
    guard let highest else { return 1 }
    guard highest <= Self.highest else { throw DamagedValue(table: table, reason: "an invalid row id") }
    return max(highest, 0) + 1
  }

  /// - Throws: `DamagedValue` if the rows are not in order.
  package static func range(_ first: Int64, _ last: Int64, _ table: String) throws -> ClosedRange<Int64> {
    guard 1 <= first, first <= last, last <= highest else {
      throw DamagedValue(table: table, reason: "an invalid row id")
    }
    return first...last
  }
}
