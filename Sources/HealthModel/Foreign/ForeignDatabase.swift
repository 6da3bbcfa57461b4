/// A SQLite file of another program, read as plain rows.
///
/// The importers name tables and columns; only the module that uses SQL turns them into a statement.
package protocol ForeignDatabase: AnyObject {
  /// The columns of every ordinary table. Views and virtual tables are not included.
  var tables: [String: Set<String>] { get }

  /// Calls the body with each row of a query.
  ///
  /// - Throws: `ForeignDatabaseError`, or the error that the body throws.
  func forEachRow(_ query: ForeignQuery, _ body: (ForeignRow) throws -> Void) throws
}

/// Rows of one table, each with related rows of other tables.
package struct ForeignQuery: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var table: String
    package var name: String
  }

  /// A table joined to the first one, if it has a related row.
  package struct Join: Hashable, Sendable {
    package var table: String
    package var column: String
    /// The column of the first table that it must equal.
    package var equals: String
  }

  package let table: String
  package private(set) var columns: [Column]
  package private(set) var joins: [Join] = []
  package var order: [String]

  /// - Parameters:
  ///   - columns: in the order of the values in the rows; a column that the table lacks is read as null.
  ///   - order: columns of the table by which rows are sorted.
  package init(_ table: String, _ columns: [String], orderedBy order: [String] = []) {
    self.table = table
    self.columns = columns.map { Column(table: table, name: $0) }
    self.order = order
  }

  /// The same rows with more columns after the others, null if the other table has no related row.
  package func joining(_ table: String, on column: String, equals: String, _ columns: [String]) -> ForeignQuery {
    var query = self
    query.joins.append(Join(table: table, column: column, equals: equals))
    query.columns += columns.map { Column(table: table, name: $0) }
    return query
  }
}

/// One value of a foreign row. In SQLite any column can contain any kind of value.
package enum ForeignValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  /// A finite number, integer or real; nil for anything else.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  /// A whole number; nil for anything else.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// nil for anything but text, and for empty text.
  package var text: String? {
    if case .text(let text) = self, !text.isEmpty { text } else { nil }
  }

  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}

/// The values of a row, in the order of the query's columns.
package struct ForeignRow: Sendable {
  package var values: [ForeignValue]

  package init(count: Int) {
    values = Array(repeating: .null, count: count)
  }

  package subscript(index: Int) -> ForeignValue { values[index] }
}

/// The reason why a foreign database could not be read.
package struct ForeignDatabaseError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// It is not a SQLite database, or is inconsistent.
    case damaged
    /// It may not be read.
    case notReadable
    /// It exceeds the maximum size.
    case tooLarge
    /// There is a write-ahead log or journal beside it whose changes have not been merged.
    case unmerged
    /// Reading one row exceeded the time limit.
    case tookTooLong
    /// The caller cancelled the work.
    case cancelled
  }

  package var code: Code
  /// Part of a sentence for an error message.
  package var reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
