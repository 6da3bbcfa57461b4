package import GRDB

/// The values that each column of the store may contain: within limits, numbers can be added and converted, which SQLite
/// does not check. Their kinds, which it checks in strict tables, are included because tables of earlier formats are not
/// strict, and to find the table of a damaged value.
package struct ColumnKinds {
  package struct Column {
    package var name: String
    /// An SQL expression that is true for a row with a valid value.
    package var condition: String
  }

  package var name: String
  package var columns: [Column]

  private static let times: Set = [
    "start", "end", "created", "started", "finished", "export_date", "earliest", "latest", "first_start",
  ]
  private static let days: Set = ["day", "first_day", "last_day", "chunk"]
  /// Integers of any size: a hash.
  private static let unlimited: Set = ["digest"]

  /// The number of rows with an invalid value.
  package func damagedRows(_ db: Database) throws -> Int {
    columns.isEmpty ? 0 : try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\(name)\" WHERE NOT (\(condition))") ?? 0
  }

  /// An SQL expression that is true for a row with valid values.
  package var condition: String { columns.map(\.condition).joined(separator: " AND ") }

  /// Every table of the store.
  package static func all(_ db: Database) throws -> [ColumnKinds] {
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name != 'grdb_migrations' ORDER BY name
        """)
    return try tables.map { table in
      ColumnKinds(
        name: table,
        columns: try db.columns(in: table).compactMap { column in
          let name = "\"\(column.name)\""
          let kinds: String
          switch column.type.uppercased() {
          case "INTEGER": kinds = "'integer'"
          case "REAL": kinds = "'real', 'integer'"
          case "TEXT": kinds = "'text'"
          case "BLOB": kinds = "'blob'"
          // Declared to accept anything.
          default: return nil
          }
          let condition = "typeof(\(name)) IN (\(kinds)\(column.isNotNull ? "" : ", 'null'"))"
          return Column(
            name: column.name,
            condition: limit(column).map { "(\(condition) AND coalesce(\(name) BETWEEN -\($0) AND \($0), 1))" }
              ?? condition)
        })
    }
  }

  /// The largest valid number of a column, on either side of 0.
  private static func limit(_ column: ColumnInfo) -> String? {
    switch column.type.uppercased() {
    case "INTEGER" where days.contains(column.name): "\(StoredDay.furthest)"
    case "INTEGER" where !unlimited.contains(column.name): "\(StoredRow.highest)"
    case "REAL" where times.contains(column.name): "\(StoredTime.furthest)"
    // Our arithmetic never produces a number that is not finite.
    case "REAL": "\(Double.greatestFiniteMagnitude)"
    default: nil
    }
  }
}
