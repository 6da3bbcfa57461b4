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
    try read { db in try SampleReader(db).fetch(requests, sort: sort, limit: limit, members: members) }
  }

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

  /// The identifiers of the types of changes after one, and the number of the latest: what observers need to know.
  package func changedTypes(after change: Int64) throws -> (types: Set<String>, latest: Int64) {
    try read { db in
      let names = Dictionary(try SampleTypeRow.fetchAll(db).map { ($0.id, $0.identifier) }) { first, _ in first }
      var types: Set<String> = []
      var latest = change
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, types FROM change WHERE id > ? ORDER BY id", arguments: [change])
      while let row = try rows.next() {
        latest = row[0]
        let ids: String = row[1]
        for id in ids.split(separator: ",") {
          if let name = Int64(id).flatMap({ names[$0] }) { types.insert(name) }
        }
      }
      return (types, latest)
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

  /// Ties stored samples to a stored workout.
  ///
  /// - Returns: false where the workout or one of the samples is not there.
  package func add(_ samples: [UUID], toWorkout workout: UUID) throws -> Bool {
    try write { db in
      let reader = try SampleIdentityReader(db)
      let rows = try reader.rows(of: samples)
      guard let workoutRow = try reader.rows(of: [workout]).first, rows.count == samples.count,
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM workout WHERE sample_id = ?)", arguments: [workoutRow]) == true
      else { return false }
      for row in rows {
        try db.execute(
          sql: "INSERT OR IGNORE INTO workout_sample (workout_id, sample_id) VALUES (?, ?)",
          arguments: [workoutRow, row])
      }
      return true
    }
  }
}
