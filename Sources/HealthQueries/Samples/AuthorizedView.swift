package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

/// A store as one client may read it: all access to samples goes through this type.
///
/// Every filter, order and association is compiled against the scope, and the results contain nothing outside it.
package struct AuthorizedView: Sendable {
  let store: Store
  package let scope: ReadScope

  fileprivate init(_ store: Store, scope: ReadScope) {
    self.store = store
    self.scope = scope
  }

  private func restricting(_ requests: [SampleRequest]) -> [SampleRequest] {
    requests.map(scope.restricting)
  }

  /// The samples that match any of the requests, each once.
  ///
  /// - Parameters:
  ///   - sort: if nil, by type in the order of the requests, then by start.
  ///   - limit: the maximum number of samples, after sorting; nil or 0 means no limit.
  /// - Complexity: O(log n + k) in the k samples whose dates match the filters.
  package func samples(_ requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil) throws -> StoredSamples
  {
    var all = StoredSamples()
    try store.read { db in
      try SampleReader(db, scope: scope).fetch(restricting(requests), sort: sort, limit: limit) { all = $0 }
    }
    return all
  }

  /// The same samples in chunks, for a reader that converts each one and need not keep them.
  ///
  /// - Parameter body: called during the read, so it must not read the store itself.
  package func forEachPiece(
    of requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil, _ body: (StoredSamples) throws -> Void
  ) throws {
    try store.read { db in
      try SampleReader(db, scope: scope)
        .fetch(restricting(requests), sort: sort, limit: limit, pieceLength: Self.pieceLength, body)
    }
  }

  /// The maximum number of samples in a chunk: small enough for the processor's cache.
  private static let pieceLength = 1_024

  /// The sources of the samples that match a request.
  package func sources(_ request: SampleRequest) throws -> Set<Source> {
    let request = scope.restricting(request)
    return try store.read { db in
      var rows: Set<Int64> = []
      for type in try SampleQuerySQL.types(db, request.type) {
        let query = try SampleQuerySQL(db, type: type, filter: request.filter).select("s.provenance_id")
        rows.formUnion(
          try Int64.fetchSet(db, sql: "SELECT DISTINCT * FROM (\(query.sql))", arguments: query.arguments))
      }
      let provenances = try SharedTables.of(db).provenances()
      return Set(rows.compactMap { provenances[$0]?.source })
    }
  }

  /// Statistics of the quantity samples that match a request.
  package func statistics(_ request: StatisticsRequest) throws -> StatisticsResult {
    var request = request
    request.samples = scope.restricting(request.samples)
    return try store.read { [request] db in try StatisticsReader(db, request: request).result() }
  }

  /// The time span of the samples that match a request, nil if there are none.
  ///
  /// - Returns: the first start, and an upper bound of the ends: exact if all samples have the same duration.
  /// - Complexity: O(log n) for filters that match nearly every sample in their date range.
  package func extent(_ request: SampleRequest) throws -> ClosedRange<Date>? {
    let request = scope.restricting(request)
    return try store.read { db in
      var extent: ClosedRange<Double>?
      for type in try SampleQuerySQL.types(db, request.type) {
        guard let own = try SampleQuerySQL(db, type: type, filter: request.filter).extent(db) else { continue }
        extent = extent?.union(own) ?? own
      }
      return extent.map {
        Date(timeIntervalSinceReferenceDate: $0.lowerBound)...Date(timeIntervalSinceReferenceDate: $0.upperBound)
      }
    }
  }

  // MARK: - Changes since an anchor

  /// The changes since an anchor, in the order of writing.
  ///
  /// - Complexity: O(page) plus O(changes since the anchor).
  package func changes(
    _ requests: [SampleRequest], after anchor: StoreAnchor, limit: Int? = nil
  ) throws -> StoredChanges {
    try store.read { db in
      try ChangeReader(db, scope: scope).fetch(restricting(requests), after: anchor, limit: limit)
    }
  }

  /// The end of the log: an anchor with no changes after it.
  package func position() throws -> StoreAnchor {
    try store.read { db in try ChangeReader(db, scope: scope).position() }
  }

  /// The indexes of the requests that have changes after an anchor, and the end of the log: for observers.
  ///
  /// - Complexity: O(changes since the anchor).
  package func touched(
    _ requests: [SampleRequest], after anchor: StoreAnchor
  ) throws -> (indices: Set<Int>, anchor: StoreAnchor) {
    try store.read { db in
      let reader = try ChangeReader(db, scope: scope)
      var indices: Set<Int> = []
      for (index, request) in restricting(requests).enumerated() {
        let changes = try reader.fetch([request], after: anchor, limit: 1)
        if changes.startsOver || !changes.added.samples.isEmpty || !changes.deleted.isEmpty { indices.insert(index) }
      }
      return (indices, try reader.position())
    }
  }

  // MARK: - Associations

  /// Which of the identities belong to samples in the scope.
  package func known(_ uuids: [UUID]) throws -> Set<UUID> {
    try store.read { db in
      let reader = try SampleIdentityReader(db)
      let visible = VisibleRows(db, scope: scope)
      return Set(try uuids.filter { try reader.row(of: $0).map(visible.contains) ?? false })
    }
  }

  /// The row of a sample that a scope contains.
  static func row(_ db: Database, of uuid: UUID, in scope: ReadScope) throws -> Int64? {
    guard let row = try SampleIdentityReader(db).row(of: uuid), try VisibleRows(db, scope: scope).contains(row) else {
      return nil
    }
    return row
  }

  /// The associations of samples: whether they belong to a correlation, and to which workouts in the scope. Rows
  /// without associations are omitted.
  package func memberships(of rows: [Int64]) throws -> [Int64: SampleMembership] {
    try store.read { db in
      let json = rows.jsonList
      var memberships: [Int64: SampleMembership] = [:]
      let correlated = try Int64.fetchCursor(
        db,
        sql: """
          SELECT DISTINCT sample_id FROM correlation_member WHERE sample_id IN (SELECT value FROM json_each(?))
          """, arguments: [json])
      while let row = try correlated.next() { memberships[row, default: SampleMembership()].isCorrelated = true }
      let identities = try SampleIdentityReader(db)
      let provenances = try SharedTables.of(db).provenances()
      let workouts = try Row.fetchCursor(
        db,
        sql: """
          SELECT w.sample_id, w.workout_id, s.flags, s.provenance_id
          FROM workout_sample w JOIN sample s ON s.id = w.workout_id
          WHERE w.sample_id IN (SELECT value FROM json_each(?))
          """, arguments: [json])
      while let row = try workouts.next() {
        guard let source = provenances[try row.value(3, "sample")]?.source,
          scope.readsEverything(of: TypeIdentifier.workout) || scope.owns(source)
        else { continue }
        let uuid = try identities.uuid(ofRow: row.value(1, "workout_sample"), flags: row.value(2, "sample"))
        memberships[try row.value(0, "workout_sample"), default: SampleMembership()].workouts[uuid] =
          source.bundleIdentifier
      }
      return memberships
    }
  }

  /// The points of a route in the scope, in chunks of some hundreds, in order; none if it does not exist.
  ///
  /// - Parameter body: called during the read, so it must not read the store itself.
  package func forEachRouteChunk(of uuid: UUID, _ body: ([RoutePoint]) throws -> Void) throws {
    try store.read { db in
      guard let row = try Self.row(db, of: uuid, in: scope) else { return }
      try RouteTable.forEachChunk(db, route: row, body)
    }
  }

  /// The data of a sample in the scope, in chunks of some kilobytes, in order; none if it does not exist.
  ///
  /// - Parameter body: called during the read, so it must not read the store itself.
  package func forEachPiece(ofDataOf uuid: UUID, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try store.read { db in
      guard let row = try Self.row(db, of: uuid, in: scope) else { return }
      try SampleDataTable.forEachPiece(db, sample: row, body)
    }
  }

  /// Takes a sample of the scope out of a workout that the client has saved. Both stay.
  ///
  /// - Returns: false, with nothing changed, where they do not belong together or the client may not read the sample.
  package func unrelate(_ sample: UUID, fromWorkout workout: UUID) throws -> Bool {
    try store.write { db in
      guard let sample = try Self.row(db, of: sample, in: scope),
        let workout = try Self.row(db, of: workout, in: scope.ownOnly)
      else { return false }
      try db.execute(
        sql: "DELETE FROM workout_sample WHERE sample_id = ? AND workout_id = ?", arguments: [sample, workout])
      guard db.changesCount > 0 else { return false }
      let types = try Int64.fetchSet(
        db, sql: "SELECT type_id FROM sample WHERE id IN (?, ?)", arguments: [sample, workout])
      try Change.record(db, samples: nil, types: types, earliest: nil, latest: nil)
      return true
    }
  }

  // MARK: - Deleting

  /// Deletes samples that the client has saved, by identity, all or none.
  ///
  /// - Returns: false, without deleting anything, if one of them does not exist or was saved by another client.
  package func delete(_ uuids: [UUID]) throws -> Bool {
    let isDone = try store.write { db in
      let rows = try SampleIdentityReader(db).rows(of: uuids)
      let own = VisibleRows(db, scope: scope.ownOnly)
      guard rows.count == uuids.count, try rows.allSatisfy(own.contains) else { return false }
      try SampleDeleter.delete(db, rows: rows)
      return true
    }
    if isDone { store.releaseSpace() }
    return isDone
  }

  /// Deletes the samples that match a request and that the client has saved.
  ///
  /// - Returns: how many were deleted.
  package func delete(_ request: SampleRequest) throws -> Int {
    var request = scope.restricting(request)
    request.filter = .and([request.filter, scope.own])
    let count = try store.write { [request] db in
      var rows: [Int64] = []
      for type in try SampleQuerySQL.types(db, request.type) {
        let query = try SampleQuerySQL(db, type: type, filter: request.filter).select("s.id")
        rows += try Int64.fetchAll(db, sql: query.sql, arguments: query.arguments)
      }
      return try SampleDeleter.delete(db, rows: rows)
    }
    if count > 0 { store.releaseSpace() }
    return count
  }
}

extension Store {
  /// The store as visible in a scope.
  package func view(_ scope: ReadScope) -> AuthorizedView {
    AuthorizedView(self, scope: scope)
  }
}

/// Checks whether single rows are in a scope.
final class VisibleRows {
  private let db: Database
  private let scope: ReadScope
  /// By type. Of thousands of rows that are checked one after the other, most have the same type.
  private var conditions: [Int64: SQLCondition] = [:]

  init(_ db: Database, scope: ReadScope) {
    self.db = db
    self.scope = scope
  }

  func contains(_ row: Int64) throws -> Bool {
    let type = try db.cachedStatement(sql: "SELECT type_id FROM sample WHERE id = ?")
    guard let id = try Int64.fetchOne(type, arguments: [row]), let condition = try condition(ofType: id) else {
      return false
    }
    let isVisible = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM sample s WHERE s.id = ? AND (\(condition.sql)))")
    return try Bool.fetchOne(isVisible, arguments: [row] + condition.arguments) ?? false
  }

  private func condition(ofType id: Int64) throws -> SQLCondition? {
    if let known = conditions[id] { return known }
    guard let type = try SampleTypeRow.fetch(db, id: id) else { return nil }
    let condition = try FilterCompiler(db, type: type).compile(scope.visible(type.identifier))
    conditions[id] = condition
    return condition
  }
}
