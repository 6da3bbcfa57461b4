package import GRDB
package import HealthModel

/// A type in the store.
package struct SampleTypeRow: Sendable, Hashable {
  package var id: Int64
  package var identifier: String
  package var kind: SampleKind
  /// The unit of every stored value of the type; empty if it has none.
  package var unit: String
  /// The longest duration in seconds of samples of at most a day: how long before a span a sample can start and still
  /// overlap it.
  package var longest: Double
  /// Whether any sample is longer than a day. There are few of those, and they have an index of their own.
  package var hasLong: Bool
  /// Only samples up to this row are read, as they were stored at some time.
  var lastRow = Int64.max
  /// Only samples of imported files are read, not those of programs and feeds.
  var isImported = false

  /// How values of the type are combined. Values of a type that is not in the catalog are never added up.
  package var aggregation: QuantityAggregation {
    QuantityTypeCatalog.entry(for: identifier)?.aggregation ?? .discreteArithmetic
  }

  /// Whether the type is cumulative, and its sources are merged.
  package var isCumulative: Bool { aggregation == .cumulative }

  /// The columns with which a row must begin.
  package static let columns = "id, identifier, kind, unit, longest, has_long"

  /// Reads a row of `columns`.
  package init(row: Row) throws {
    id = try row.value(0, "sample_type")
    identifier = try row.value(1, "sample_type")
    kind = SampleKind(rawValue: try row.value(2, "sample_type")) ?? .other
    unit = try row.value(3, "sample_type")
    longest = try row.time(4, "sample_type")
    guard longest >= 0 else { throw DamagedValue(table: "sample_type", reason: "an invalid duration") }
    hasLong = try row.value(5, "sample_type")
  }

  package init(id: Int64, identifier: String, kind: SampleKind, unit: String) {
    self.id = id
    self.identifier = identifier
    self.kind = kind
    self.unit = unit
    longest = 0
    hasLong = false
  }

  package static func fetchAll(_ db: Database) throws -> [SampleTypeRow] {
    var types: [SampleTypeRow] = []
    let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT \(columns) FROM sample_type ORDER BY id"))
    while let row = try rows.next() { types.append(try SampleTypeRow(row: row)) }
    return types
  }

  /// The rows of a type: one for each unit if it is in no catalog.
  package static func fetchAll(_ db: Database, identifier: String) throws -> [SampleTypeRow] {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT \(columns) FROM sample_type WHERE identifier = ? ORDER BY id"),
      arguments: [identifier]
    )
    .map(SampleTypeRow.init(row:))
    return rows.isEmpty && identifier.last == ")" ? inUnit(identifier, among: try fetchAll(db)) : rows
  }

  /// The rows of a type's samples in one of several units, and in those that convert to it, by their name.
  static func inUnit(_ name: String, among all: [SampleTypeRow]) -> [SampleTypeRow] {
    guard
      let named = all.first(where: {
        UnlistedTypes.name(of: $0.identifier, in: $0.unit).hasSameBytes(as: name)
          && TypeName.short(for: $0.identifier) == $0.identifier
      })
    else { return [] }
    return all.filter {
      $0.identifier.hasSameBytes(as: named.identifier)
        && UnlistedTypes.conversion(from: $0.unit, to: named.unit) != nil
    }
  }

  /// Calls `body` for every type, however many there are.
  package static func forEach(_ db: Database, _ body: (SampleTypeRow) throws -> Void) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM sample_type ORDER BY id")
    while let row = try rows.next() { try body(SampleTypeRow(row: row)) }
  }

  package static func fetch(_ db: Database, id: Int64) throws -> SampleTypeRow? {
    try Row.fetchOne(db.cachedStatement(sql: "SELECT \(columns) FROM sample_type WHERE id = ?"), arguments: [id]).map(
      SampleTypeRow.init(row:))
  }

  package static func fetch(_ db: Database, identifier: String) throws -> SampleTypeRow? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(columns) FROM sample_type WHERE identifier = ? ORDER BY id LIMIT 1"),
      arguments: [identifier]
    ).map(SampleTypeRow.init(row:))
  }
}
