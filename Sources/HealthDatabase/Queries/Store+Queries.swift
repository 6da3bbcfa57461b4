package import Foundation
import GRDB
package import HealthModel

extension Store {
  /// The samples that any of the requests wants, each once.
  ///
  /// - Parameters:
  ///   - sort: without one, by type and start.
  ///   - limit: the most samples, after sorting; nil or 0 is no limit.
  ///   - members: for correlations: only those with a matching member for each of these.
  /// - Complexity: O(log n + k) in the k samples whose dates the filters allow.
  package func samples(
    _ requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil, members: [SampleRequest] = []
  ) throws -> StoredSamples {
    var all = StoredSamples()
    try read { db in try SampleReader(db).fetch(requests, sort: sort, limit: limit, members: members) { all = $0 } }
    return all
  }

  /// The same samples in pieces, for a reader who makes something else of each and needs to hold none.
  ///
  /// - Parameter body: called inside the read, so it must not read the store itself.
  package func forEachPiece(
    of requests: [SampleRequest], sort: [SampleSort] = [], limit: Int? = nil, _ body: (StoredSamples) throws -> Void
  ) throws {
    try read { db in
      try SampleReader(db).fetch(requests, sort: sort, limit: limit, pieceLength: Self.pieceLength, body)
    }
  }

  /// How many samples a piece has at most: less than the processor's cache holds.
  private static let pieceLength = 1_024

  /// What was written since an anchor, in the order of writing.
  ///
  /// - Complexity: O(page) plus O(changes since the anchor).
  package func changes(
    _ requests: [SampleRequest], after anchor: StoreAnchor, limit: Int? = nil
  ) throws -> StoredChanges {
    try read { db in try ChangeReader(db).fetch(requests, after: anchor, limit: limit) }
  }

  /// Who wrote the samples that a request wants.
  package func sources(_ request: SampleRequest) throws -> Set<Source> {
    try read { db in
      var rows: Set<Int64> = []
      for type in try SampleQuerySQL.types(db, request.type) {
        let query = try SampleQuerySQL(db, type: type, filter: request.filter).select("s.provenance_id")
        rows.formUnion(
          try Int64.fetchSet(db, sql: "SELECT DISTINCT * FROM (\(query.sql))", arguments: query.arguments))
      }
      let provenances = try ProvenanceReader.all(db)
      return Set(rows.compactMap { provenances[$0]?.source })
    }
  }

  /// Statistics of the quantity samples that a request wants.
  package func statistics(_ request: StatisticsRequest) throws -> StatisticsResult {
    try read { db in try StatisticsReader(db, request: request).result() }
  }

  /// Between which instants the samples lie that a request wants, nil where there are none.
  ///
  /// - Returns: the first start, and an instant that no sample ends after: exact where samples are all of one length.
  /// - Complexity: O(log n) for filters that nearly every sample in their dates passes.
  package func extent(_ request: SampleRequest) throws -> ClosedRange<Date>? {
    try read { db in
      var extent: ClosedRange<Double>?
      for type in try SampleQuerySQL.types(db, request.type) {
        guard let own = try SampleQuerySQL(db, type: type, filter: request.filter).extent(db) else { continue }
        extent = extent.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
      }
      return extent.map {
        Date(timeIntervalSinceReferenceDate: $0.lowerBound)...Date(timeIntervalSinceReferenceDate: $0.upperBound)
      }
    }
  }

  /// The end of the log: an anchor after which nothing has been written yet.
  package func position() throws -> StoreAnchor {
    try read { db in try ChangeReader(db).position() }
  }

  /// Which requests have something new after an anchor, by their index, and the end of the log: what observers ask.
  ///
  /// - Complexity: O(changes since the anchor).
  package func touched(
    _ requests: [SampleRequest], after anchor: StoreAnchor
  ) throws -> (indices: Set<Int>, anchor: StoreAnchor) {
    try read { db in
      let reader = ChangeReader(db)
      var indices: Set<Int> = []
      for (index, request) in requests.enumerated() {
        let changes = try reader.fetch([request], after: anchor, limit: 1)
        if !changes.added.samples.isEmpty || !changes.deleted.isEmpty { indices.insert(index) }
      }
      return (indices, try reader.position())
    }
  }

  /// What samples belong to: whether to a correlation, and to which workouts. Rows that belong to nothing are left out.
  package func memberships(of rows: [Int64]) throws -> [Int64: SampleMembership] {
    try read { db in
      let json = "[" + rows.map(String.init).joined(separator: ",") + "]"
      var memberships: [Int64: SampleMembership] = [:]
      let correlated = try Int64.fetchCursor(
        db,
        sql: """
          SELECT DISTINCT sample_id FROM correlation_member WHERE sample_id IN (SELECT value FROM json_each(?))
          """, arguments: [json])
      while let row = try correlated.next() { memberships[row, default: SampleMembership()].isCorrelated = true }
      let identities = try SampleIdentityReader(db)
      let workouts = try Row.fetchCursor(
        db,
        sql: """
          SELECT w.sample_id, w.workout_id, s.flags FROM workout_sample w JOIN sample s ON s.id = w.workout_id
          WHERE w.sample_id IN (SELECT value FROM json_each(?))
          """, arguments: [json])
      while let row = try workouts.next() {
        let uuid = try identities.uuid(ofRow: row[1], flags: row[2])
        memberships[row[0], default: SampleMembership()].workouts.insert(uuid)
      }
      return memberships
    }
  }

  // MARK: - Deleting

  /// Deletes samples by identity, all or none.
  ///
  /// - Parameter source: only samples of this source may be deleted; nil allows all.
  /// - Returns: false, with nothing deleted, where one of them is not there or is somebody else's.
  package func delete(_ uuids: [UUID], ofSource source: Source?) throws -> Bool {
    try write { db in
      let rows = try SampleIdentityReader(db).rows(of: uuids)
      guard rows.count == uuids.count, try own(db, rows, source: source).count == rows.count else { return false }
      try SampleDeleter.delete(db, rows: rows, importID: nil)
      return true
    }
  }

  /// Deletes the samples that a request wants and that a source wrote.
  ///
  /// - Returns: how many there were.
  package func delete(_ request: SampleRequest, ofSource source: Source?) throws -> Int {
    try write { db in
      var rows: [Int64] = []
      for type in try SampleQuerySQL.types(db, request.type) {
        let query = try SampleQuerySQL(db, type: type, filter: request.filter).select("s.id")
        rows += try Int64.fetchAll(db, sql: query.sql, arguments: query.arguments)
      }
      let mine = try own(db, rows, source: source)
      try SampleDeleter.delete(db, rows: mine, importID: nil)
      return mine.count
    }
  }

  private func own(_ db: Database, _ rows: [Int64], source: Source?) throws -> [Int64] {
    guard let source else { return rows }
    let provenances = try ProvenanceReader.all(db).filter { $0.value.source == source }
    let json = "[" + rows.map(String.init).joined(separator: ",") + "]"
    let written = try Row.fetchAll(
      db,
      sql: "SELECT id, provenance_id FROM sample WHERE id IN (SELECT value FROM json_each(?))", arguments: [json])
    return written.filter { provenances[$0[1]] != nil }.map { $0[0] }
  }
}
