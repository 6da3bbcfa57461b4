import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// SQL for a condition on a sample, with its arguments.
struct SQLCondition {
  var sql: String
  var arguments: StatementArguments = []
  /// Whether it lists the few rows for which it can be true, which are then looked up by id.
  var namesRows = false
  /// Its value if it is the same for all samples.
  ///
  /// Determined here and not by SQLite, which fails to plan a query with a prescribed index if the condition is
  /// constantly false.
  var constant: Bool?

  static let always = SQLCondition(sql: "1", constant: true)
  static let never = SQLCondition(sql: "0", namesRows: true, constant: false)
}

/// Compiles filters to SQL with one alias of the sample table.
///
/// Conditions that depend only on the provenance or the metadata are evaluated here, on the few rows of those tables,
/// and become lists of ids. Every resulting condition is 0 or 1, never NULL, so `NOT` is the plain complement.
struct FilterCompiler {
  let db: Database
  let type: SampleTypeRow
  let alias: String
  /// Whether its values are those of a category, in a catalog or not.
  private var isCategory: Bool {
    // Looking for the unit makes a type known that is in no catalog.
    type.kind == .category || unit == nil && type.kind == .other && UnlistedTypes.category(for: type.identifier) != nil
  }
  /// The type's unit, nil if its values have none.
  private var unit: HealthUnit? { UnlistedTypes.unit(of: type.identifier, kind: type.kind, text: type.unit) }

  init(_ db: Database, type: SampleTypeRow, alias: String = "s") {
    self.db = db
    self.type = type
    self.alias = alias
  }

  func compile(_ filter: SampleFilter) throws -> SQLCondition {
    switch filter.simplified {
    case .always: return .always
    case .never: return .never
    case .and(let filters): return all(try filters.map(compile))
    case .or(let filters): return any(try filters.map(compile))
    case .not(let filter): return not(try compile(filter))
    case .start(let comparison, let date): return compare("\(alias).start", comparison, date)
    case .end(let comparison, let date): return compare("\(alias).end", comparison, date)
    case .within(let spans): return within(spans, 0..<spans.lows.count + 1)
    case .uuid(let uuids): return ids(try rows(of: uuids))
    case .quantity(let comparison, let value, let valueUnit):
      guard let unit, let converted = valueUnit.convert(value, to: unit) else { return .never }
      return compareValue(comparison, converted)
    case .category(let comparison, let value):
      return isCategory ? compareValue(comparison, Double(value)) : .never
    case .categoryIn(let values):
      guard isCategory else { return .never }
      let inner = list("\(alias).value", values.map(Int64.init))
      if inner.constant != nil { return inner }
      return SQLCondition(sql: "(\(alias).value IS NOT NULL AND \(inner.sql))", arguments: inner.arguments)
    case .provenance(let test): return list("\(alias).provenance_id", try provenances(matching: test))
    case .metadata(let test): return try compile(test)
    case .noCorrelation:
      return SQLCondition(
        sql: "NOT EXISTS (SELECT 1 FROM correlation_member cm WHERE cm.sample_id = \(alias).id)")
    case .ofWorkout(let uuid, let client):
      guard let row = try rows(of: [uuid]).first else { return .never }
      if let client, try !isWritten(row, by: client) { return .never }
      return SQLCondition(
        sql: "\(alias).id IN (SELECT sample_id FROM workout_sample WHERE workout_id = ?)", arguments: [row],
        namesRows: true)
    case .workout(let test):
      return type.kind == .workout ? try compile(test) : .never
    case .hasMember(let types, let filter):
      return type.kind == .correlation ? try member(types, filter) : .never
    }
  }

  // MARK: - Parts

  func all(_ conditions: [SQLCondition]) -> SQLCondition {
    let parts = conditions.filter { $0.constant != true }
    if parts.contains(where: { $0.constant == false }) { return .never }
    guard !parts.isEmpty else { return .always }
    return join(parts, with: " AND ", namesRows: parts.contains(where: \.namesRows))
  }

  func any(_ conditions: [SQLCondition]) -> SQLCondition {
    let parts = conditions.filter { $0.constant != false }
    if parts.contains(where: { $0.constant == true }) { return .always }
    guard !parts.isEmpty else { return .never }
    return join(parts, with: " OR ", namesRows: parts.allSatisfy(\.namesRows))
  }

  func not(_ condition: SQLCondition) -> SQLCondition {
    if let constant = condition.constant { return constant ? .never : .always }
    return SQLCondition(sql: "NOT (\(condition.sql))", arguments: condition.arguments)
  }

  private func join(_ parts: [SQLCondition], with word: String, namesRows: Bool) -> SQLCondition {
    // SQLite nests a chain of conditions, and a thousand levels exceed its limit, so they are nested in groups.
    var rows = parts.map { "(\($0.sql))" }
    while rows.count > 64 {
      rows = stride(from: 0, to: rows.count, by: 64).map {
        "(" + rows[$0..<min($0 + 64, rows.count)].joined(separator: word) + ")"
      }
    }
    return SQLCondition(
      sql: "(" + rows.joined(separator: word) + ")",
      arguments: parts.reduce(into: StatementArguments()) { $0 += $1.arguments }, namesRows: namesRows)
  }

  private func compare(_ column: String, _ comparison: Comparison, _ date: Date) -> SQLCondition {
    SQLCondition(sql: "\(column) \(comparison.sql) ?", arguments: [date.timeIntervalSinceReferenceDate])
  }

  /// A search tree of dates: SQLite compares a sample with sixteen of them at each of its few levels.
  ///
  /// - Parameter places: how many spans may begin no later than the sample's date.
  private func within(_ spans: DateSpans, _ places: Range<Int>) -> SQLCondition {
    guard places.count > 1 else {
      guard let place = places.first, place > 0 else { return SQLCondition(sql: "0") }
      let last = spans.dates.endsInside ? "end" : "start"
      return SQLCondition(sql: "\(alias).\(last) < ?", arguments: [spans.highs[place - 1]])
    }
    let first = spans.dates.startsInside ? "start" : "end"
    let length = (places.count + 15) / 16
    var tree = SQLCondition(sql: "(CASE")
    for start in stride(from: places.lowerBound, to: places.upperBound, by: length) {
      let next = min(start + length, places.upperBound)
      let branch = within(spans, start..<next)
      if next < places.upperBound {
        tree.sql += " WHEN \(alias).\(first) < ? THEN \(branch.sql)"
        tree.arguments += [spans.lows[next - 1]]
      } else {
        tree.sql += " ELSE \(branch.sql) END)"
      }
      tree.arguments += branch.arguments
    }
    return tree
  }

  private func compareValue(_ comparison: Comparison, _ value: Double) -> SQLCondition {
    if value.isNaN {
      // As a bound argument it would be NULL.
      return comparison == .notEqual ? SQLCondition(sql: "\(alias).value IS NOT NULL") : .never
    }
    return SQLCondition(
      sql: "(\(alias).value IS NOT NULL AND \(alias).value \(comparison.sql) ?)", arguments: [value])
  }

  /// Ids as one JSON argument: there may be more of them than the maximum number of arguments.
  private func list(_ column: String, _ ids: [Int64]) -> SQLCondition {
    guard !ids.isEmpty else { return .never }
    if ids.count <= 16 {
      return SQLCondition(sql: "\(column) IN (" + ids.map(String.init).joined(separator: ",") + ")")
    }
    let json = ids.jsonList
    return SQLCondition(sql: "\(column) IN (SELECT value FROM json_each(?))", arguments: [json])
  }

  private func ids(_ rows: [Int64]) -> SQLCondition {
    var condition = list("\(alias).id", rows)
    condition.namesRows = true
    return condition
  }

  /// A correlation with a member of one of the types that a filter matches.
  private func member(_ types: Set<String>?, _ filter: SampleFilter) throws -> SQLCondition {
    let all = try SampleTypeRow.fetchAll(db)
    let rows = types.map { types in all.filter { types.contains($0.identifier) } }
    let condition: SQLCondition
    switch filter {
    case .always, .never, .provenance:
      // Has the same meaning for every type.
      let inner = try FilterCompiler(db, type: type, alias: "m").compile(filter)
      condition = self.all([rows.map { list("m.type_id", $0.map(\.id).sorted()) } ?? .always, inner])
    default:
      condition = any(
        try (rows ?? all).map { row in
          let inner = try FilterCompiler(db, type: row, alias: "m").compile(filter)
          return self.all([SQLCondition(sql: "m.type_id = \(row.id)"), inner])
        })
    }
    if condition.constant == false { return .never }
    return SQLCondition(
      sql: """
        EXISTS (SELECT 1 FROM correlation_member c JOIN sample m ON m.id = c.sample_id
          WHERE c.correlation_id = \(alias).id AND (\(condition.sql)))
        """, arguments: condition.arguments)
  }

  private func isWritten(_ row: Int64, by client: String) throws -> Bool {
    guard
      let provenance = try Int64.fetchOne(db, sql: "SELECT provenance_id FROM sample WHERE id = ?", arguments: [row])
    else { return false }
    return try SharedTables.of(db).provenances()[provenance]?.source.bundleIdentifier.hasSameBytes(as: client) == true
  }

  private func provenances(matching test: ProvenanceTest) throws -> [Int64] {
    try SharedTables.of(db).provenances().filter { test.matches($0.value) }.map(\.key).sorted()
  }

  private func compile(_ test: MetadataTest) throws -> SQLCondition {
    guard let key = try Int64.fetchOne(db, sql: "SELECT id FROM metadata_key WHERE name = ?", arguments: [test.key])
    else { return .never }
    if case .exists = test.condition {
      return SQLCondition(
        sql: """
          (\(alias).metadata_id IS NOT NULL
            AND \(alias).metadata_id IN (SELECT set_id FROM metadata_entry WHERE key_id = ?))
          """, arguments: [key])
    }
    var sets: [Int64] = []
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT metadata_set.id, metadata_set.content FROM metadata_entry
        JOIN metadata_set ON metadata_set.id = metadata_entry.set_id WHERE metadata_entry.key_id = ?
        """, arguments: [key])
    while let row = try rows.next() {
      if test.matches(try MetadataCoding.decode(row.value(1, "metadata_set"))) {
        sets.append(try row.value(0, "metadata_set"))
      }
    }
    let inner = list("\(alias).metadata_id", sets)
    if inner.constant != nil { return inner }
    return SQLCondition(sql: "(\(alias).metadata_id IS NOT NULL AND \(inner.sql))", arguments: inner.arguments)
  }

  private func rows(of uuids: Set<UUID>) throws -> [Int64] {
    try SampleIdentityReader(db).rows(of: uuids).sorted()
  }
}

extension Comparison {
  var sql: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    case .equal: "="
    case .notEqual: "<>"
    }
  }
}
