import Foundation
import GRDB
import GRDBSQLite
import HealthDatabase
import HealthModel

extension SampleReader {
  /// The result of a SELECT, and the keys of the rows that it refers to.
  struct Rows {
    var samples: [StoredSample] = []
    var types = KeySet()
    var metadata = KeySet()

    /// Keeps the memory, which the next rows reuse.
    mutating func removeAll() {
      samples.removeAll(keepingCapacity: true)
      types.removeAll()
      metadata.removeAll()
    }
  }

  /// Reads the results of SELECTs of `columns`, one after the other, with everything that they refer to, in chunks.
  ///
  /// - Parameter limit: the maximum number of samples in total; nil means no limit.
  func read(
    _ selects: [SQLCondition], limit: Int?, pieceLength: Int, _ body: (StoredSamples) throws -> Void
  ) throws {
    var rows = Rows()
    var piece = StoredSamples()
    var count = 0
    func handOver(_ rows: inout Rows) throws {
      guard !rows.samples.isEmpty else { return }
      count += rows.samples.count
      try complete(&piece, with: &rows)
      try body(piece)
      // Moved back to where the next rows go, so that all chunks share one allocation.
      swap(&piece.samples, &rows.samples)
      rows.removeAll()
    }
    for select in selects {
      var select = select
      if let limit {
        let left = limit - count - rows.samples.count
        guard left > 0 else { break }
        select.sql += " LIMIT ?"
        select.arguments += [left]
      }
      try add(to: &rows, select.sql, select.arguments, pieceLength: pieceLength, handOver)
    }
    try handOver(&rows)
  }

  /// Appends the result of a SELECT of `columns`.
  ///
  /// - Parameter full: called whenever the buffer is full, to make room.
  func add(
    to rows: inout Rows, _ sql: String, _ arguments: StatementArguments, pieceLength: Int = .max,
    _ full: (inout Rows) throws -> Void = { _ in }
  ) throws {
    let statement = try tables.statement(sql)
    try statement.setArguments(arguments)
    let pointer = statement.sqliteStatement
    while true {
      let code = sqlite3_step(pointer)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
      try rows.add(pointer, storeID: storeID)
      if rows.samples.count >= pieceLength { try full(&rows) }
    }
  }

  /// The samples of a SELECT, with everything that they refer to.
  func complete(_ rows: Rows) throws -> StoredSamples {
    var rows = rows
    var result = StoredSamples()
    if !rows.samples.isEmpty { try complete(&result, with: &rows) }
    return result
  }

  /// Moves the samples and fills in the tables that they refer to, the members of correlations and the parts of
  /// workouts.
  ///
  /// - Parameter result: the previous chunk; what is needed again is kept.
  private func complete(_ result: inout StoredSamples, with rows: inout Rows) throws {
    let types = try tables.types()
    let kinds = Set(rows.types.keys.compactMap { types[$0]?.kind })
    func samples(of kind: SampleKind) -> [Int64] {
      rows.samples.filter { types[$0.type]?.kind == kind }.map(\.row)
    }
    result.members = kinds.contains(.correlation) ? try members(of: samples(of: .correlation), &rows) : [:]
    let provenances = try tables.provenances()
    if kinds.contains(.workout) {
      let whole = rows.samples.filter { provenances[$0.provenance].map { scope.owns($0.source) } ?? false }
      result.workouts = try WorkoutReader.records(
        db, rows: samples(of: .workout), showing: scope.readable, whole: whole.map(\.row))
    } else {
      result.workouts = [:]
    }
    func keys(where matches: (String) -> Bool) -> Set<Int64> {
      Set(rows.types.keys.filter { types[$0].map { matches($0.identifier) } ?? false })
    }
    let routeTypes = keys { $0 == TypeIdentifier.workoutRoute }
    result.routePoints =
      routeTypes.isEmpty
      ? [:] : try RouteTable.counts(db, routes: rows.samples.filter { routeTypes.contains($0.type) }.map(\.row))
    let clinicalTypes = keys { $0.hasPrefix(TypeIdentifier.clinicalPrefix) }
    result.data = [:]
    if !clinicalTypes.isEmpty {
      for sample in rows.samples where clinicalTypes.contains(sample.type) {
        var bytes: [UInt8] = []
        try SampleDataTable.forEachPiece(db, sample: sample.row) { bytes.append(contentsOf: $0) }
        result.data[sample.row] = bytes
      }
    }
    result.types = types
    result.provenances = provenances
    let before = result.metadata
    result.metadata = try MetadataReader.sets(db, rows.metadata.keys.filter { before[$0] == nil })
    for key in rows.metadata.keys { if let known = before[key] { result.metadata[key] = known } }
    swap(&result.samples, &rows.samples)
  }

  /// The members of correlations in the scope, by the correlation's row. What they refer to is added.
  private func members(of correlations: [Int64], _ rows: inout Rows) throws -> [Int64: [StoredSample]] {
    let json = correlations.jsonList
    let pairs = try Row.fetchAll(
      db,
      sql: """
        SELECT correlation_id, sample_id FROM correlation_member
        WHERE correlation_id IN (SELECT value FROM json_each(?))
        """, arguments: [json])
    let first = rows.samples.count
    try add(
      to: &rows,
      """
      SELECT \(Self.columns) FROM correlation_member c JOIN sample s ON s.id = c.sample_id \(Self.join)
      WHERE c.correlation_id IN (SELECT value FROM json_each(?)) AND \(try visibleMember()) GROUP BY s.id
      """, [json])
    let byRow = Dictionary(rows.samples[first...].map { ($0.row, $0) }) { first, _ in first }
    rows.samples.removeSubrange(first...)
    var members: [Int64: [StoredSample]] = [:]
    for pair in pairs {
      if let member = byRow[try pair.value(1, "correlation_member")] {
        members[try pair.value(0, "correlation_member"), default: []].append(member)
      }
    }
    return members
  }
}

extension SampleReader.Rows {
  /// Adds a row of `SampleReader.columns`.
  fileprivate mutating func add(_ statement: OpaquePointer, storeID: UUID) throws {
    let row = sqlite3_column_int64(statement, 0)
    let type = sqlite3_column_int64(statement, 1)
    let value = sqlite3_column_double(statement, 4)
    let metadata = sqlite3_column_int64(statement, 6)
    samples.append(
      StoredSample(
        row: row, uuid: Self.ownUUID(statement) ?? StoreIdentity.uuid(ofRow: row, store: storeID), type: type,
        start: try StoredTime.date(sqlite3_column_double(statement, 2), "sample"),
        end: try StoredTime.date(sqlite3_column_double(statement, 3), "sample"),
        // SQLite reads NULL as 0, and only then the type must be checked.
        value: value == 0 && sqlite3_column_type(statement, 4) == SQLITE_NULL ? .nan : value,
        provenance: sqlite3_column_int64(statement, 5), metadata: metadata))
    types.insert(type)
    if metadata != 0 { self.metadata.insert(metadata) }
  }

  private static func ownUUID(_ statement: OpaquePointer) -> UUID? {
    guard let bytes = sqlite3_column_blob(statement, 7), sqlite3_column_bytes(statement, 7) == 16 else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}
