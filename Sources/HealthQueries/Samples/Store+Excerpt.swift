import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// Reads samples and the other contents of the store, all from one state.
  ///
  /// - Parameters:
  ///   - requests: which samples; nil for all, by type.
  ///   - head: called first.
  ///   - samples: called with chunks sorted by start, the rows among them that have their own UUIDs, and a reader for
  ///     their details. It must not read the store.
  /// - Complexity: O(n) in the samples, with constant memory.
  package func read(
    _ requests: [SampleRequest]?, head: (StoreExcerpt) throws -> Void,
    samples: (StoredSamples, _ ownIdentities: Set<Int64>, any StoredDetails) throws -> Void
  ) throws {
    try read { db in
      try head(try excerpt(db))
      let reader = try SampleReader(db, scope: .everything)
      let details = DetailsReader(reader: reader)
      let all = try requests ?? allTypes(db).map { SampleRequest(type: $0) }
      for request in all {
        try reader.fetch([request], pieceLength: 1_024) { piece in
          try samples(piece, details.ownIdentities(in: piece), details)
        }
      }
    }
  }

  /// The members of correlations come before them.
  private func allTypes(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT identifier FROM sample_type WHERE id IN (SELECT DISTINCT type_id FROM sample)
        ORDER BY kind = \(SampleKind.correlation.rawValue), kind = \(SampleKind.workout.rawValue), identifier
        """)
  }

  private func excerpt(_ db: Database) throws -> StoreExcerpt {
    let newest = try Double.fetchOne(db, sql: "SELECT max(export_date) FROM import")
      .map { try StoredTime.checked($0, "import") }
    let timeline = try ZoneTimeline(db)
    let rows = try AppleRow.fetch(db, SampleBounds.days)
    let summaries = try rows.keys.sorted().compactMap { day -> AppleSummaryRecord? in
      guard let row = rows[day] else { return nil }
      let end = timeline.seconds(of: day).upperBound
      guard row.exportDate < end, row.exportDate != newest else { return try AppleBase.summary(db, row) }
      var goals = row.summary
      (goals.energy, goals.moveTime, goals.exercise, goals.stand) = (0, 0, 0, 0)
      return goals
    }
    return StoreExcerpt(
      exportDate: newest.map(Date.init(timeIntervalSinceReferenceDate:)),
      characteristics: try Characteristics.all(db),
      homeZone: try HomeZoneChoice.stored(db)?.choice.zone, appleSummaries: summaries)
  }
}

/// Reads details of samples within one read of a store.
private struct DetailsReader: StoredDetails {
  let reader: SampleReader

  func ownIdentities(in samples: StoredSamples) -> Set<Int64> {
    Set(
      samples.samples.lazy.filter { $0.uuid != StoreIdentity.uuid(ofRow: $0.row, store: reader.storeID) }.map(\.row))
  }

  func routes(ofWorkout row: Int64) throws -> StoredSamples { try samples(ofWorkout: row, areRoutes: true) }

  func samples(ofWorkout row: Int64) throws -> (samples: StoredSamples, ownIdentities: Set<Int64>) {
    var samples = try samples(ofWorkout: row, areRoutes: false)
    samples.samples.removeAll { samples.types[$0.type]?.kind == .correlation }
    return (samples, ownIdentities(in: samples))
  }

  private func samples(ofWorkout row: Int64, areRoutes: Bool) throws -> StoredSamples {
    var rows = SampleReader.Rows()
    try reader.add(
      to: &rows,
      """
      SELECT \(SampleReader.columns) FROM workout_sample w JOIN sample s ON s.id = w.sample_id \(SampleReader.join)
      WHERE w.workout_id = ?1 AND (s.type_id IN (SELECT id FROM sample_type WHERE identifier = ?2)) = ?3 ORDER BY s.id
      """, [row, TypeIdentifier.workoutRoute, areRoutes])
    return try reader.complete(rows)
  }

  func routesOfWorkouts(among rows: [Int64]) throws -> Set<Int64> {
    try self.rows(among: rows, in: "workout_sample")
  }

  func membersOfCorrelations(among rows: [Int64]) throws -> Set<Int64> {
    try self.rows(among: rows, in: "correlation_member")
  }

  private func rows(among rows: [Int64], in table: String) throws -> Set<Int64> {
    try Int64.fetchSet(
      reader.db, sql: "SELECT sample_id FROM \(table) WHERE sample_id IN (SELECT value FROM json_each(?))",
      arguments: [rows.jsonList])
  }

  func forEachRouteChunk(ofRoute row: Int64, _ body: ([RoutePoint]) throws -> Void) throws {
    try RouteTable.forEachChunk(reader.db, route: row, body)
  }

  func creationDates(of samples: StoredSamples) throws -> [Int64: Date] {
    // A store of an earlier format has none.
    guard try reader.db.columns(in: "sample").contains(where: { $0.name == "created" }) else { return [:] }
    let all = samples.samples + samples.members.values.joined()
    var dates: [Int64: Date] = [:]
    let delays = try RawStatement(reader.db, "SELECT created FROM sample WHERE id = ?")
    for sample in all {
      delays.bind(1, sample.row)
      if try delays.step(), !delays.isNull(0) {
        dates[sample.row] = sample.end + (try StoredTime.checked(delays.double(0), "sample"))
      }
      delays.reset()
    }
    return dates
  }

  func withAttachments(_ samples: StoredSamples) throws -> Set<Int64> {
    guard let first = samples.samples.map(\.row).min(), let last = samples.samples.map(\.row).max() else { return [] }
    return try AttachmentTable.samples(reader.db, in: first...last)
  }

  func attachments(of row: Int64) throws -> [StoredAttachment] {
    try AttachmentTable.attachments(reader.db, sample: row)
  }

  func forEachPiece(ofAttachment uuid: UUID, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let found = try AttachmentTable.find(reader.db, uuid) else { return }
    try AttachmentTable.forEachPiece(reader.db, attachment: found.id, body)
  }

  func forEachPiece(ofDataOf row: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try SampleDataTable.forEachPiece(reader.db, sample: row, body)
  }
}
