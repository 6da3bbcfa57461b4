import Foundation
import GRDB
import GRDBSQLite
import HealthModel

/// Reads samples with all that they refer to.
struct SampleReader {
  /// Of the alias `s`, and of the join.
  static let columns = "s.id, s.type_id, s.start, s.end, s.value, s.provenance_id, s.metadata_id, u.uuid"

  /// Finds the identities of samples that have one of their own. For the others it looks nothing up.
  static let join =
    "LEFT JOIN sample_uuid u ON u.sample_id = CASE WHEN s.flags & \(SampleFlag.hasOwnUUID) THEN s.id END"

  let db: Database
  let storeID: UUID
  let tables: SharedTables

  init(_ db: Database) throws {
    self.db = db
    storeID = try StoreIdentity.fetch(db)
    tables = SharedTables(db)
  }

  // MARK: - Requests

  /// Reads the samples that any of the requests wants, each once.
  ///
  /// - Parameters:
  ///   - sort: without one, samples come by type and start, as the index has them.
  ///   - members: for correlations, a condition on members by type: a correlation is returned only if it has a matching
  ///     member of every such type.
  ///   - pieceLength: the most samples that are handed over at a time.
  func fetch(
    _ requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil, members: [SampleRequest] = [],
    pieceLength: Int = .max, _ body: (StoredSamples) throws -> Void
  ) throws {
    var parts: [SQLCondition] = []
    for (identifier, filter) in Self.merged(requests) {
      for type in try SampleQuerySQL.types(db, identifier) {
        var part = try SampleQuerySQL(db, type: type, filter: filter).select(Self.columns, joining: Self.join)
        if !members.isEmpty {
          let condition = try memberCondition(members)
          part = SQLCondition(
            sql: "SELECT * FROM (\(part.sql)) s WHERE \(condition.sql)",
            arguments: part.arguments + condition.arguments)
        }
        parts.append(part)
      }
    }
    guard !parts.isEmpty else { return }
    var sql = parts.map(\.sql).joined(separator: " UNION ALL ")
    var arguments = parts.reduce(into: StatementArguments()) { $0 += $1.arguments }
    if !sort.isEmpty {
      let terms = try sort.map { sort in
        let (term, extra) = try Self.term(db, sort.key)
        arguments += extra
        return term + (sort.isAscending ? " ASC" : " DESC")
      }
      // Of equals the later written comes last, or first in an order that descends: so the index is read straight on.
      let last = sort.last?.isAscending == false ? "s.id DESC" : "s.id"
      sql = "SELECT * FROM (\(sql)) s ORDER BY " + (terms + [last]).joined(separator: ", ")
    }
    if let limit, limit > 0 { sql += " LIMIT \(limit)" }
    try read(sql, arguments, pieceLength: pieceLength, body)
  }

  /// One filter a type: a sample that two requests match is found once.
  static func merged(_ requests: [SampleRequest]) -> [(String, SampleFilter)] {
    var order: [String] = []
    var filters: [String: [SampleFilter]] = [:]
    for request in requests {
      if filters[request.type] == nil { order.append(request.type) }
      filters[request.type, default: []].append(request.filter)
    }
    return order.map { type in (type, .or(filters[type] ?? [])) }
  }

  private static func term(_ db: Database, _ key: SampleSort.Key) throws -> (String, StatementArguments) {
    switch key {
    case .start: return ("s.start", [])
    case .end: return ("s.end", [])
    case .workoutDuration:
      return ("(SELECT coalesce(duration, s.end - s.start) FROM workout WHERE sample_id = s.id)", [])
    case .workoutTotal(let total):
      return try (Self.total(db, total), [])
    }
  }

  /// A total of a workout in one unit, though its parts are stored in the units that they came with.
  private static func total(_ db: Database, _ total: WorkoutTotal) throws -> String {
    let types = total.types.map { "'\($0)'" }.joined(separator: ",")
    let units = try String.fetchAll(
      db, sql: "SELECT DISTINCT unit FROM workout_statistics WHERE activity_id IS NULL AND type IN (\(types))")
    let cases = units.compactMap { name -> String? in
      guard let factor = (try? HealthUnit(parsing: name))?.convert(1, to: total.unit) else { return nil }
      let quoted = name.replacingOccurrences(of: "'", with: "''")
      return "WHEN '\(quoted)' THEN \(factor)"
    }
    guard !cases.isEmpty else { return "NULL" }
    return """
      (SELECT sum(w.sum * CASE w.unit \(cases.joined(separator: " ")) END) FROM workout_statistics w
        WHERE w.workout_id = s.id AND w.activity_id IS NULL AND w.type IN (\(types)))
      """
  }

  private func memberCondition(_ members: [SampleRequest]) throws -> SQLCondition {
    var sql: [String] = []
    var arguments: StatementArguments = []
    for member in members {
      let alternatives = try SampleQuerySQL.types(db, member.type).map { type -> String in
        let condition = try FilterCompiler(db, type: type, alias: "m").compile(member.filter)
        arguments += condition.arguments
        return """
          EXISTS (SELECT 1 FROM correlation_member c JOIN sample m ON m.id = c.sample_id
            WHERE c.correlation_id = s.id AND m.type_id = \(type.id) AND (\(condition.sql)))
          """
      }
      sql.append(alternatives.isEmpty ? "0" : "(" + alternatives.joined(separator: " OR ") + ")")
    }
    return SQLCondition(sql: sql.joined(separator: " AND "), arguments: arguments)
  }
}
