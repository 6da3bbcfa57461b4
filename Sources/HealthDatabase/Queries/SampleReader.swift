import Foundation
import GRDB
import GRDBSQLite
import HealthModel

/// Reads samples with all that they refer to.
struct SampleReader {
  static let columns = "s.id, s.type_id, s.start, s.end, s.value, s.provenance_id, s.metadata_id, s.flags"

  private let db: Database
  private let identities: SampleIdentityReader

  init(_ db: Database) throws {
    self.db = db
    identities = try SampleIdentityReader(db)
  }

  // MARK: - Requests

  /// The samples that any of the requests wants, each once.
  ///
  /// - Parameters:
  ///   - sort: without one, samples come by type and start, as the index has them.
  ///   - members: for correlations, a condition on members by type: a correlation is returned only if it has a matching
  ///     member of every such type.
  func fetch(
    _ requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil, members: [SampleRequest] = []
  ) throws -> StoredSamples {
    var parts: [SQLCondition] = []
    for (identifier, filter) in Self.merged(requests) {
      for type in try SampleQuerySQL.types(db, identifier) {
        var part = try SampleQuerySQL(db, type: type, filter: filter).select(Self.columns)
        if !members.isEmpty {
          let condition = try memberCondition(members)
          part = SQLCondition(
            sql: "SELECT * FROM (\(part.sql)) s WHERE \(condition.sql)",
            arguments: part.arguments + condition.arguments)
        }
        parts.append(part)
      }
    }
    guard !parts.isEmpty else { return StoredSamples() }
    var sql = parts.map(\.sql).joined(separator: " UNION ALL ")
    var arguments = parts.reduce(into: StatementArguments()) { $0 += $1.arguments }
    if !sort.isEmpty {
      let terms = try sort.map { sort in
        let (term, extra) = try Self.term(db, sort.key)
        arguments += extra
        return term + (sort.isAscending ? " ASC" : " DESC")
      }
      sql = "SELECT * FROM (\(sql)) s ORDER BY " + (terms + ["s.id"]).joined(separator: ", ")
    }
    if let limit, limit > 0 { sql += " LIMIT \(limit)" }
    return try read(sql, arguments)
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

  /// The samples of some rows, in that order.
  func fetch(rows: [Int64]) throws -> StoredSamples {
    guard !rows.isEmpty else { return StoredSamples() }
    let json = "[" + rows.map(String.init).joined(separator: ",") + "]"
    return try read(
      "SELECT \(Self.columns) FROM json_each(?) j JOIN sample s ON s.id = j.value ORDER BY j.key", [json])
  }

  // MARK: - Rows

  /// Reads what a SELECT of `columns` gives, and what its rows refer to.
  func read(_ sql: String, _ arguments: StatementArguments) throws -> StoredSamples {
    var result = StoredSamples()
    result.samples = try rows(sql, arguments)
    try complete(&result)
    return result
  }

  private func rows(_ sql: String, _ arguments: StatementArguments) throws -> [StoredSample] {
    let statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    let pointer = statement.sqliteStatement
    var samples: [StoredSample] = []
    while true {
      let code = sqlite3_step(pointer)
      if code == SQLITE_DONE { return samples }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
      let row = sqlite3_column_int64(pointer, 0)
      let isNull = sqlite3_column_type(pointer, 4) == SQLITE_NULL
      samples.append(
        StoredSample(
          row: row, uuid: try identities.uuid(ofRow: row, flags: sqlite3_column_int64(pointer, 7)),
          type: sqlite3_column_int64(pointer, 1),
          start: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(pointer, 2)),
          end: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(pointer, 3)),
          value: isNull ? .nan : sqlite3_column_double(pointer, 4), provenance: sqlite3_column_int64(pointer, 5),
          metadata: sqlite3_column_int64(pointer, 6)))
    }
  }

  /// Fills in the tables that the samples point into, the members of correlations and the parts of workouts.
  private func complete(_ result: inout StoredSamples) throws {
    guard !result.samples.isEmpty else { return }
    let types = Dictionary(try SampleTypeRow.fetchAll(db).map { ($0.id, $0) }) { first, _ in first }
    let kinds = Set(result.samples.map(\.type)).compactMap { types[$0]?.kind }
    if kinds.contains(.correlation) {
      let correlations = result.samples.filter { types[$0.type]?.kind == .correlation }.map(\.row)
      let json = "[" + correlations.map(String.init).joined(separator: ",") + "]"
      let pairs = try Row.fetchAll(
        db,
        sql: """
          SELECT correlation_id, sample_id FROM correlation_member
          WHERE correlation_id IN (SELECT value FROM json_each(?))
          """, arguments: [json])
      let members = try rows(
        """
        SELECT \(Self.columns) FROM correlation_member c JOIN sample s ON s.id = c.sample_id
        WHERE c.correlation_id IN (SELECT value FROM json_each(?)) GROUP BY s.id
        """, [json])
      let byRow = Dictionary(members.map { ($0.row, $0) }) { first, _ in first }
      for pair in pairs {
        if let member = byRow[pair[1]] { result.members[pair[0], default: []].append(member) }
      }
    }
    if kinds.contains(.workout) {
      result.workouts = try WorkoutReader.records(
        db, rows: result.samples.filter { types[$0.type]?.kind == .workout }.map(\.row))
    }
    let all = result.samples + result.members.values.joined()
    for type in Set(all.map(\.type)) {
      if let row = types[type] {
        result.types[type] = StoredSamples.TypeInfo(identifier: row.identifier, kind: row.kind, unit: row.unit)
      }
    }
    let provenances = Set(all.map(\.provenance))
    result.provenances = try ProvenanceReader.all(db).filter { provenances.contains($0.key) }
    let sets = Set(all.map(\.metadata)).subtracting([0])
    guard !sets.isEmpty else { return }
    let contents = try Row.fetchCursor(
      db, sql: "SELECT id, content FROM metadata_set WHERE id IN (SELECT value FROM json_each(?))",
      arguments: ["[" + sets.map(String.init).joined(separator: ",") + "]"])
    while let row = try contents.next() {
      result.metadata[row[0]] = try MetadataCoding.decode(row[1])
    }
  }
}
