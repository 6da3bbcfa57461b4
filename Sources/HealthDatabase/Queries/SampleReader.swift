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

  private let db: Database
  private let storeID: UUID

  init(_ db: Database) throws {
    self.db = db
    storeID = try StoreIdentity.fetch(db)
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
    guard !parts.isEmpty else { return StoredSamples() }
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
    var rows = Rows()
    try add(to: &rows, sql, arguments)
    return try complete(rows)
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

  // MARK: - Rows

  /// What a SELECT gave, and the keys in it of what it refers to.
  struct Rows {
    var samples: [StoredSample] = []
    var types = KeySet()
    var provenances = KeySet()
    var metadata = KeySet()
  }

  /// Reads what a SELECT of `columns` gives after what is there.
  func add(to rows: inout Rows, _ sql: String, _ arguments: StatementArguments) throws {
    let statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    let pointer = statement.sqliteStatement
    while true {
      let code = sqlite3_step(pointer)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
      let row = sqlite3_column_int64(pointer, 0)
      let type = sqlite3_column_int64(pointer, 1)
      let provenance = sqlite3_column_int64(pointer, 5)
      let metadata = sqlite3_column_int64(pointer, 6)
      let value = sqlite3_column_double(pointer, 4)
      rows.samples.append(
        StoredSample(
          row: row, uuid: Self.ownUUID(pointer) ?? StoreIdentity.uuid(ofRow: row, store: storeID), type: type,
          start: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(pointer, 2)),
          end: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(pointer, 3)),
          // SQLite reads what is not there as 0, and only then is it worth asking.
          value: value == 0 && sqlite3_column_type(pointer, 4) == SQLITE_NULL ? .nan : value, provenance: provenance,
          metadata: metadata))
      rows.types.insert(type)
      rows.provenances.insert(provenance)
      if metadata != 0 { rows.metadata.insert(metadata) }
    }
  }

  private static func ownUUID(_ row: OpaquePointer) -> UUID? {
    guard let bytes = sqlite3_column_blob(row, 7), sqlite3_column_bytes(row, 7) == 16 else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// Fills in the tables that the samples point into, the members of correlations and the parts of workouts.
  func complete(_ found: Rows) throws -> StoredSamples {
    var found = found
    var result = StoredSamples()
    guard !found.samples.isEmpty else { return result }
    let types = Dictionary(try SampleTypeRow.fetchAll(db).map { ($0.id, $0) }) { first, _ in first }
    let kinds = Set(found.types.keys.compactMap { types[$0]?.kind })
    func samples(of kind: SampleKind) -> [Int64] {
      found.samples.filter { types[$0.type]?.kind == kind }.map(\.row)
    }
    if kinds.contains(.correlation) { result.members = try members(of: samples(of: .correlation), &found) }
    if kinds.contains(.workout) { result.workouts = try WorkoutReader.records(db, rows: samples(of: .workout)) }
    result.samples = found.samples
    for type in found.types.keys {
      if let row = types[type] {
        result.types[type] = StoredSamples.TypeInfo(identifier: row.identifier, kind: row.kind, unit: row.unit)
      }
    }
    result.provenances = try ProvenanceReader.all(db).filter { found.provenances.contains($0.key) }
    result.metadata = try MetadataReader.sets(db, found.metadata.keys)
    return result
  }

  /// The members of correlations, by the correlation's row. What they refer to joins what is there.
  private func members(of correlations: [Int64], _ found: inout Rows) throws -> [Int64: [StoredSample]] {
    let json = "[" + correlations.map(String.init).joined(separator: ",") + "]"
    let pairs = try Row.fetchAll(
      db,
      sql: """
        SELECT correlation_id, sample_id FROM correlation_member
        WHERE correlation_id IN (SELECT value FROM json_each(?))
        """, arguments: [json])
    let first = found.samples.count
    try add(
      to: &found,
      """
      SELECT \(Self.columns) FROM correlation_member c JOIN sample s ON s.id = c.sample_id \(Self.join)
      WHERE c.correlation_id IN (SELECT value FROM json_each(?)) GROUP BY s.id
      """, [json])
    let byRow = Dictionary(found.samples[first...].map { ($0.row, $0) }) { first, _ in first }
    found.samples.removeSubrange(first...)
    var members: [Int64: [StoredSample]] = [:]
    for pair in pairs {
      if let member = byRow[pair[1]] { members[pair[0], default: []].append(member) }
    }
    return members
  }
}
