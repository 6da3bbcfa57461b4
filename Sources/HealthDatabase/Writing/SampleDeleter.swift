import Foundation
import GRDB
import HealthModel

/// Takes samples out of the store and leaves a tombstone for each.
enum SampleDeleter {
  /// Deletes the rows with all that belongs to them, and marks what no longer holds. One entry in the change log.
  ///
  /// Members of a correlation and samples of a workout stay: they are samples of their own.
  static func delete(_ db: Database, rows: [Int64], importID: Int64?) throws {
    guard !rows.isEmpty else { return }
    let storeID = try StoreIdentity.fetch(db)
    let writer = try SampleWriter(db)
    let change = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil, importID: importID)
    let types = Dictionary(try SampleTypeRow.fetchAll(db).map { ($0.id, $0) }) { first, _ in first }
    var marks: Set<ZoneMark> = []
    var states: [Int64: Int] = [:]
    for row in rows {
      guard
        let sample = try Row.fetchOne(
          db,
          sql: """
            SELECT sample.*, sample_uuid.uuid, metadata_set.content FROM sample
            LEFT JOIN sample_uuid ON sample_uuid.sample_id = sample.id
            LEFT JOIN metadata_set ON metadata_set.id = sample.metadata_id
            WHERE sample.id = ?
            """, arguments: [row])
      else { continue }
      let type: Int64 = sample["type_id"]
      let uuid = (sample["uuid"] as Data?) ?? StoreIdentity.uuid(ofRow: row, store: storeID).databaseBytes
      let content: String? = sample["content"]
      try db.execute(
        sql: """
          INSERT INTO tombstone (change_id, sample_id, uuid, type_id, provenance_id, start, end, metadata)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          change, row, uuid, type, sample["provenance_id"] as Int64, sample["start"] as Double,
          sample["end"] as Double, try syncMetadata(content),
        ])
      if let content, content.contains(MetadataKey.timeZone) {
        marks.formUnion(try ZoneMark(metadata: content, end: sample["end"]).map { [$0] } ?? [])
      }
      for table in ["sample_uuid", "sync_object", "workout"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE sample_id = ?", arguments: [row])
      }
      for table in ["workout_activity", "workout_event", "workout_statistics", "workout_route", "workout_sample"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE workout_id = ?", arguments: [row])
      }
      try db.execute(sql: "DELETE FROM workout_sample WHERE sample_id = ?", arguments: [row])
      try db.execute(
        sql: "DELETE FROM correlation_member WHERE correlation_id = ? OR sample_id = ?", arguments: [row, row])
      try db.execute(sql: "DELETE FROM sample WHERE id = ?", arguments: [row])
      if let known = types[type] {
        let state = try states[type] ?? writer.state(for: known)
        states[type] = state
        writer.touch(state: state, start: sample["start"], end: sample["end"])
      }
    }
    let reranked = try refreshFirstStarts(db, types: states.keys)
    if reranked.contains(where: { RingType.all.contains(types[$0]?.identifier ?? "") }) {
      try SummaryTable.markAllStale(db)
    }
    if !marks.isEmpty { try takeBack(marks, db) }
    try writer.finishDeletion(db, change: change)
  }

  private static func takeBack(_ marks: Set<ZoneMark>, _ db: Database) throws {
    let old = try ZoneTimeline(db)
    try ZoneMark.takeBack(db, marks)
    try ZoneChange.apply(db, from: old)
  }

  /// Only what lets a client know which of its objects is gone.
  private static func syncMetadata(_ content: String?) throws -> String? {
    guard let content, content.contains(MetadataKey.syncIdentifier) else { return nil }
    let kept = try MetadataCoding.decode(content).entries.filter {
      $0.key == MetadataKey.syncIdentifier || $0.key == MetadataKey.syncVersion
    }
    return try MetadataCoding.encode(Metadata(kept))
  }

  /// When a source first wrote a type may be later now, which can change ranks.
  ///
  /// - Returns: the types whose ranks may be others now.
  private static func refreshFirstStarts(_ db: Database, types: some Sequence<Int64>) throws -> [Int64] {
    var reranked: [Int64] = []
    for type in types {
      let before = try Row.fetchAll(db, sql: "SELECT * FROM source_type WHERE type_id = ?", arguments: [type])
      try db.execute(sql: "DELETE FROM source_type WHERE type_id = ?", arguments: [type])
      try db.execute(
        sql: """
          INSERT INTO source_type (type_id, source_id, entered, first_start)
          SELECT sample.type_id, provenance.source_id, sample.flags & \(SampleFlag.enteredByHand), min(sample.start)
          FROM sample JOIN provenance ON provenance.id = sample.provenance_id
          WHERE sample.type_id = ? GROUP BY 2, 3
          """, arguments: [type])
      let after = try Row.fetchAll(db, sql: "SELECT * FROM source_type WHERE type_id = ?", arguments: [type])
      if before != after {
        try TotalsTable.invalidateAll(db, type: type)
        reranked.append(type)
      }
    }
    return reranked
  }
}

extension SampleWriter {
  /// The state of a type that is in the store already.
  func state(for type: SampleTypeRow) throws -> Int {
    states.append(TypeState(row: type, hadSamples: true))
    return states.count - 1
  }

  /// Marks what the deleted samples leave stale and completes the entry in the log.
  func finishDeletion(_ db: Database, change: Int64) throws {
    let timeline = try ZoneTimeline(db)
    for state in states where state.hasChanged {
      try DerivedData.invalidate(db, type: state.row, state.touched, timeline: timeline)
    }
    try db.execute(
      sql: "UPDATE change SET types = ?, earliest = ?, latest = ? WHERE id = ?",
      arguments: [
        states.filter(\.hasChanged).map(\.row.id).sorted().map(String.init).joined(separator: ","),
        earliest.isFinite ? earliest : nil, latest.isFinite ? latest : nil, change,
      ])
    try SummaryTable.materialize(db)
    for state in states where state.hasChanged {
      try TotalsTable.refresh(db, type: state.row, state.touched)
    }
  }
}
