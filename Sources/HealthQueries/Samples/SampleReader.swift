import Foundation
import GRDB
import GRDBSQLite
import HealthDatabase
import HealthModel

/// Reads samples with everything that they refer to.
struct SampleReader {
  /// Columns of the alias `s` and of the join.
  static let columns = "s.id, s.type_id, s.start, s.end, s.value, s.provenance_id, s.metadata_id, u.uuid"

  /// Finds the identities of samples that have their own. For the others no lookup is needed.
  static let join =
    "LEFT JOIN sample_uuid u ON u.sample_id = CASE WHEN s.flags & \(SampleFlag.hasOwnUUID) THEN s.id END"

  let db: Database
  let storeID: UUID
  let tables: SharedTables
  /// Which members of correlations and which statistics of workouts are visible.
  let scope: ReadScope

  init(_ db: Database, scope: ReadScope) throws {
    self.db = db
    self.scope = scope
    tables = try SharedTables.of(db)
    storeID = try tables.identity()
  }

  // MARK: - Requests

  /// Reads the samples that match any of the requests, each once. The requests must be restricted to the scope.
  ///
  /// - Parameters:
  ///   - sort: if nil, samples are sorted by type in the order of the requests, then by start, then in the order of
  ///     writing.
  ///   - pieceLength: the maximum number of samples in a chunk.
  func fetch(
    _ requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil, pieceLength: Int = .max,
    _ body: (StoredSamples) throws -> Void
  ) throws {
    // A type that is not in the catalog has a row for each of its units.
    let parts = try Self.merged(requests).compactMap { identifier, filter -> SQLCondition? in
      let rows = try tables.types(identifier).map { type in
        try SampleQuerySQL(db, type: type, filter: filter).select(Self.columns, joining: Self.join)
      }
      guard !rows.isEmpty else { return nil }
      return SQLCondition(
        sql: rows.map(\.sql).joined(separator: " UNION ALL "),
        arguments: rows.reduce(into: StatementArguments()) { $0 += $1.arguments })
    }
    guard !parts.isEmpty else { return }
    let limit = limit.flatMap { $0 > 0 ? $0 : nil }
    if sort.isEmpty {
      // One request after the other, each by start and row: the order of the index, so that nothing is sorted.
      try read(
        parts.map { SQLCondition(sql: $0.sql + " ORDER BY 3, 1", arguments: $0.arguments) }, limit: limit,
        pieceLength: pieceLength, body)
      return
    }
    var arguments = parts.reduce(into: StatementArguments()) { $0 += $1.arguments }
    let terms = try sort.map { sort in
      let term = try term(sort.key)
      arguments += term.arguments
      return term.sql + (sort.isAscending ? " ASC" : " DESC")
    }
    // Equal samples are in the order of writing, or in reverse in a descending order, so the index is read in one
    // direction.
    let last = sort.last?.isAscending == false ? "s.id DESC" : "s.id"
    let all = parts.map(\.sql).joined(separator: " UNION ALL ")
    let sql = "SELECT * FROM (\(all)) s ORDER BY " + (terms + [last]).joined(separator: ", ")
    try read([SQLCondition(sql: sql, arguments: arguments)], limit: limit, pieceLength: pieceLength, body)
  }

  /// One filter per type: a sample that matches two requests is found once.
  static func merged(_ requests: [SampleRequest]) -> [(String, SampleFilter)] {
    var order: [String] = []
    var filters: [ExactText: [SampleFilter]] = [:]
    for request in requests {
      let type = ExactText(request.type)
      if filters[type] == nil { order.append(request.type) }
      filters[type, default: []].append(request.filter)
    }
    return order.map { type in (type, .or(filters[ExactText(type)] ?? [])) }
  }

  private func term(_ key: SampleSort.Key) throws -> SQLCondition {
    switch key {
    case .start: return SQLCondition(sql: "s.start")
    case .end: return SQLCondition(sql: "s.end")
    case .workoutDuration:
      return SQLCondition(sql: "(SELECT coalesce(duration, s.end - s.start) FROM workout WHERE sample_id = s.id)")
    case .workoutTotal(let total):
      let whole = FilterCompiler.total(total, of: "s", types: total.types)
      guard let readable = scope.readable else { return SQLCondition(sql: whole) }
      let shown = FilterCompiler.total(total, of: "s", types: total.types.filter(readable.contains))
      // A client may read all statistics of its own workouts.
      return SQLCondition(sql: "CASE WHEN s.provenance_id IN (\(try ownProvenances())) THEN \(whole) ELSE \(shown) END")
    }
  }

  /// The rows that the scope's client has written, as a list for SQL.
  private func ownProvenances() throws -> String {
    try tables.provenances().filter { scope.owns($0.value.source) }.keys.sorted().map(String.init)
      .joined(separator: ",")
  }

  /// Which samples of the alias `s` are visible as members of others.
  func visibleMember() throws -> String {
    guard let readable = scope.readable else { return "1" }
    let types = try tables.types().filter { readable.contains($0.value.identifier) }.keys.sorted().map(String.init)
    return "(s.type_id IN (\(types.joined(separator: ","))) OR s.provenance_id IN (\(try ownProvenances())))"
  }
}
