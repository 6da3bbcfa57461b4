import Foundation
import GRDB
import HealthModel

/// Saves what a client made: samples with identities of their own, all or none.
struct ObjectSaver {
  private let db: Database
  private let path: String
  private var batch: SampleBatch
  private var objects: [(uuid: UUID, object: SyncObject)] = []
  /// Objects that are not newer than what is stored: the identity that they came with, and the row that stays.
  private var passedOver: [UUID: Int64] = [:]
  /// What the rows that are replaced belonged to.
  private var ties: [UUID: Ties] = [:]

  private struct Ties {
    var correlations: [Int64]
    var workouts: [Int64]
  }

  init(_ db: Database, path: String, batch: SampleBatch) {
    self.db = db
    self.path = path
    self.batch = batch
  }

  mutating func save() throws {
    try refuseKnown()
    try settleVersions()
    let correlations = batch.correlations
    dropPassedOver()
    // Made after the deletions: it learns the rows and ranks that there are.
    let writer = try SampleWriter(db, findsExisting: false)
    try writer.adopt(db, batch.tables)
    for sample in batch.samples { try check(writer.write(db, sample, tables: batch.tables)) }
    for correlation in batch.correlations { try check(writer.write(db, correlation, tables: batch.tables)) }
    for workout in batch.workouts { try check(writer.write(db, workout, tables: batch.tables)) }
    try writer.finishTransaction(db, importID: nil)
    try writer.refreshTotals(db)
    try tie(correlations)
    try SummaryTable.materialize(db)
  }

  private func check(_ outcome: SampleWriter.Outcome) throws {
    if case .refused(let reason) = outcome {
      throw StoreError(.invalidArgument, path: path, reason: "a sample does not fit its type (\(reason))")
    }
  }

  private var records: [SampleRecord] {
    batch.samples + batch.correlations.flatMap { [$0.sample] + $0.members } + batch.workouts.map(\.sample)
  }

  private func refuseKnown() throws {
    var seen: Set<UUID> = []
    let reader = try SampleIdentityReader(db)
    for uuid in records.compactMap(\.uuid) {
      guard seen.insert(uuid).inserted, try reader.rows(of: [uuid]).isEmpty else {
        throw StoreError(.invalidArgument, path: path, reason: "the sample \(uuid) has been saved before")
      }
    }
  }

  // MARK: - Versions

  /// Decides which of the objects with sync identifiers count, and deletes what they replace.
  private mutating func settleVersions() throws {
    var newest: [SyncObject.Key: (uuid: UUID, object: SyncObject)] = [:]
    var all: [(uuid: UUID, object: SyncObject)] = []
    for record in records {
      guard let uuid = record.uuid, let object = SyncObject(record, in: batch.tables) else { continue }
      all.append((uuid, object))
      // Of two in one call the later version counts, of equal ones the first.
      if let known = newest[object.key], known.object.version >= object.version { continue }
      newest[object.key] = (uuid, object)
    }
    var replaced: [Int64] = []
    for entry in newest.values {
      if let stored = try entry.object.stored(db) {
        guard entry.object.version > stored.version else {
          for other in all where other.object.key == entry.object.key { passedOver[other.uuid] = stored.row }
          continue
        }
        replaced.append(stored.row)
        ties[entry.uuid] = Ties(
          correlations: try Int64.fetchAll(
            db, sql: "SELECT correlation_id FROM correlation_member WHERE sample_id = ?", arguments: [stored.row]),
          workouts: try Int64.fetchAll(
            db, sql: "SELECT workout_id FROM workout_sample WHERE sample_id = ?", arguments: [stored.row]))
      }
      objects.append(entry)
      for other in all where other.object.key == entry.object.key && other.uuid != entry.uuid {
        passedOver[other.uuid] = 0
      }
    }
    try SampleDeleter.delete(db, rows: replaced.sorted(), importID: nil)
  }

  private mutating func dropPassedOver() {
    guard !passedOver.isEmpty else { return }
    let passedOver = passedOver
    func isDropped(_ sample: SampleRecord) -> Bool { sample.uuid.map { passedOver[$0] != nil } ?? false }
    batch.samples.removeAll(where: isDropped)
    batch.workouts.removeAll { isDropped($0.sample) }
    batch.correlations.removeAll { isDropped($0.sample) }
    for index in batch.correlations.indices { batch.correlations[index].members.removeAll(where: isDropped) }
  }

  // MARK: - What belongs together

  private func tie(_ correlations: [CorrelationRecord]) throws {
    let reader = try SampleIdentityReader(db)
    for entry in objects {
      guard let row = try reader.rows(of: [entry.uuid]).first else { continue }
      try entry.object.store(db, row: row)
      guard let ties = ties[entry.uuid] else { continue }
      for correlation in ties.correlations { try add(row, toCorrelation: correlation) }
      for workout in ties.workouts {
        try db.execute(
          sql: "INSERT OR IGNORE INTO workout_sample (workout_id, sample_id) VALUES (?, ?)", arguments: [workout, row])
      }
    }
    // A member that was passed over is in the correlation as what is stored of it.
    for correlation in correlations {
      let known = correlation.members.compactMap { $0.uuid.flatMap { passedOver[$0] } }.filter { $0 > 0 }
      guard !known.isEmpty, let uuid = correlation.sample.uuid, let row = try reader.rows(of: [uuid]).first else {
        continue
      }
      for member in known { try add(member, toCorrelation: row) }
    }
  }

  private func add(_ sample: Int64, toCorrelation correlation: Int64) throws {
    // The correlation itself may be among what was replaced.
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO correlation_member (correlation_id, sample_id)
        SELECT id, ? FROM sample WHERE id = ?
        """, arguments: [sample, correlation])
  }
}
