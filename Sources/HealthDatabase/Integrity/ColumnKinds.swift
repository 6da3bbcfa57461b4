import GRDB

/// The kinds of values that each column of the store may contain, as its table declares it. SQLite itself accepts
/// anything.
struct ColumnKinds {
  struct Column {
    var name: String
    /// An SQL expression that is true for a row whose value is of the kind.
    var condition: String
  }

  var name: String
  var columns: [Column]

  /// Every table of the store.
  static func all(_ db: Database) throws -> [ColumnKinds] {
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
          // Our arithmetic never produces a number that is not finite.
          return Column(
            name: column.name,
            condition: column.type.uppercased() == "REAL"
              ? "(\(condition) AND coalesce(abs(\(name)) < 9e999, 1))" : condition)
        })
    }
  }
}
