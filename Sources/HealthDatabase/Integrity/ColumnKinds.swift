import GRDB

/// What each column of the store may hold, as its table declares it. SQLite itself keeps anything anywhere.
struct ColumnKinds {
  struct Column {
    var name: String
    /// An SQL expression that is true of a row whose value is of the kind.
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
          // Declared to take anything.
          default: return nil
          }
          let condition = "typeof(\(name)) IN (\(kinds)\(column.isNotNull ? "" : ", 'null'"))"
          // A number that is not finite comes from no arithmetic of ours.
          return Column(
            name: column.name,
            condition: column.type.uppercased() == "REAL"
              ? "(\(condition) AND coalesce(abs(\(name)) < 9e999, 1))" : condition)
        })
    }
  }
}
