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

  private static let times: Set = [
    "start", "end", "created", "started", "finished", "export_date", "earliest", "latest", "first_start",
  ]
  private static let sampleIDs: Set = ["first_sample", "last_sample"]

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
          let limit: String? =
            if times.contains(column.name) {
              "<= \(StoredTime.furthest)"
            } else if sampleIDs.contains(column.name) {
              "<= \(Change.highestID)"
            } else if column.type.uppercased() == "REAL" {
              // Our arithmetic never produces a number that is not finite.
              "< 9e999"
            } else {
              nil
            }
          return Column(
            name: column.name,
            condition: limit.map { "(\(condition) AND coalesce(abs(\(name)) \($0), 1))" } ?? condition)
        })
    }
  }
}
