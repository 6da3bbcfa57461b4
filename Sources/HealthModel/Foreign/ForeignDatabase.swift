/// A SQLite file that another program wrote, read as plain rows.
///
/// The importers name tables and columns; only the module that speaks SQL turns them into a statement.
package protocol ForeignDatabase: AnyObject {
  /// The columns of every table that holds rows of its own. Views and virtual tables are not among them.
  var tables: [String: Set<String>] { get }

  /// Calls the body with each row of a query.
  ///
  /// - Throws: `ForeignDatabaseError`, or what the body throws.
  func forEachRow(_ query: ForeignQuery, _ body: (ForeignRow) throws -> Void) throws
}

extension ForeignDatabase {
  /// Whether there is such a table with at least these columns.
  package func has(_ table: String, _ columns: String...) -> Bool {
    tables[table].map { $0.isSuperset(of: columns) } ?? false
  }
}

/// Rows of one table, each with what other tables hold about it.
package struct ForeignQuery: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var table: String
    package var name: String
  }

  /// A table whose row belongs to one of the first table's, where there is one.
  package struct Join: Hashable, Sendable {
    package var table: String
    package var column: String
    /// The column of the first table that it equals.
    package var equals: String
  }

  package let table: String
  package private(set) var columns: [Column]
  package private(set) var joins: [Join] = []
  package var order: [String]

  /// - Parameters:
  ///   - columns: in the order in which rows hold them; one that the table lacks reads as null.
  ///   - order: columns of the table by which rows are sorted.
  package init(_ table: String, _ columns: [String], orderedBy order: [String] = []) {
    self.table = table
    self.columns = columns.map { Column(table: table, name: $0) }
    self.order = order
  }

  /// The same rows with more columns behind the others, null where the other table has no row.
  package func joining(_ table: String, on column: String, equals: String, _ columns: [String]) -> ForeignQuery {
    var query = self
    query.joins.append(Join(table: table, column: column, equals: equals))
    query.columns += columns.map { Column(table: table, name: $0) }
    return query
  }
}

/// One value of a foreign row. SQLite lets any column hold any kind.
package enum ForeignValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  /// A finite number, of either kind; nil for anything else.
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

  /// nil for anything but text, and for an empty one.
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

/// Why a foreign database could not be read.
package struct ForeignDatabaseError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// It is no SQLite database, or what it holds contradicts itself.
    case damaged
    /// It may not be read.
    case notReadable
    /// It is larger than any that is believed.
    case tooLarge
    /// Changes lie beside it that have not been merged into it.
    case unmerged
    /// One row took longer to come than any does.
    case tookTooLong
    /// The caller stopped the work.
    case cancelled
  }

  package var code: Code
  /// Half a sentence for a person.
  package var reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
