import Foundation
import GRDB
import HealthModel

/// Saves a client's samples, all or none: used for all samples that do not come from a file.
///
/// A sample with a sync identifier and version replaces the client's earlier one of that type, in its workouts and
/// correlations too, or is ignored if its version is not greater.
struct SampleSaver {
  private let db: Database
  private let path: String
  private let batch: SampleBatch
  /// The saved objects, by the position of their sample in the batch.
  private var objects: [Place: SyncObject] = [:]
  /// Objects that are not newer than what is stored or saved with them, and the row that is kept; 0 if that row is
  /// part of this batch.
  private var passedOver: [Place: Int64] = [:]
  /// The associations of the replaced rows.
  private var ties: [Place: Ties] = [:]

  /// The position of a sample in a batch.
  private enum Place: Hashable {
    case sample(Int)
    case correlation(Int)
    case member(correlation: Int, Int)
    case route(Int)
    case withData(Int)
    case workout(Int)
  }

  private struct Ties {
    var correlations: [Int64]
    var workouts: [Int64]
    /// A workout's samples.
    var samples: [Int64]
  }

  init(_ db: Database, path: String, batch: SampleBatch) {
    self.db = db
    self.path = path
    self.batch = batch
  }

  /// - Returns: the rows of the batch's samples, then correlations, then routes, samples with data and workouts, in
  ///   order; for ignored samples, the row that is kept.
  mutating func save() throws -> [Int64] {
    try refuseKnown()
    try decideVersions()
    // Created after the deletions, because it loads the existing rows and ranks.
    let writer = try SampleWriter(db, findsExisting: false)
    let tables = batch.tables
    writer.adopt(tables)
    var rows: [Place: Int64] = [:]
    for (index, sample) in batch.samples.enumerated() where passedOver[.sample(index)] == nil {
      rows[.sample(index)] = try row(writer.write(db, sample, tables: tables))
    }
    for (index, correlation) in batch.correlations.enumerated() where passedOver[.correlation(index)] == nil {
      var kept = correlation
      kept.members = []
      rows[.correlation(index)] = try row(writer.write(db, kept, tables: tables))
      for (number, member) in correlation.members.enumerated() {
        let place = Place.member(correlation: index, number)
        // A member that was ignored is represented in the correlation by the stored one.
        let row = try passedOver[place] ?? self.row(writer.write(db, member, tables: tables))
        rows[place] = row
        if let correlation = rows[.correlation(index)], row > 0 { try add(row, toCorrelation: correlation) }
      }
    }
    var counts = RouteCounts()
    for (index, route) in batch.routes.enumerated() where passedOver[.route(index)] == nil {
      rows[.route(index)] = try row(writer.write(db, route, tables: tables, importID: nil, counts: &counts))
    }
    for (index, record) in batch.withData.enumerated() where passedOver[.withData(index)] == nil {
      rows[.withData(index)] = try row(writer.write(db, record, tables: tables, importID: nil))
    }
    for (index, workout) in batch.workouts.enumerated() where passedOver[.workout(index)] == nil {
      let outcome = try writer.write(db, workout, tables: tables)
      rows[.workout(index)] = try row(outcome)
      try writer.write(db, workout.routes, of: outcome, tables: tables, importID: nil, counts: &counts)
    }
    try writer.finishTransaction(db, importID: nil)
    try writer.refreshTotals(db)
    for (place, object) in objects {
      if let row = rows[place] { try object.store(db, row: row) }
    }
    for (place, ties) in ties {
      if let row = rows[place] { try restore(ties, of: row) }
    }
    try SummaryTable.materialize(db)
    return places.compactMap { rows[$0] ?? passedOver[$0] }
  }

  private func row(_ outcome: SampleWriter.Outcome) throws -> Int64 {
    switch outcome {
    case .stored(let row), .alreadyPresent(let row): return row
    case .refused(let reason):
      throw StoreError(.invalidArgument, path: path, reason: "a sample cannot be stored (\(reason))")
    }
  }

  private var places: [Place] {
    batch.samples.indices.map(Place.sample) + batch.correlations.indices.map(Place.correlation)
      + batch.routes.indices.map(Place.route) + batch.withData.indices.map(Place.withData)
      + batch.workouts.indices.map(Place.workout)
  }

  /// Every sample of the batch, including members.
  private var records: [(place: Place, record: SampleRecord)] {
    batch.samples.enumerated().map { (.sample($0), $1) }
      + batch.correlations.enumerated().flatMap { index, correlation in
        [(Place.correlation(index), correlation.sample)]
          + correlation.members.enumerated().map { (.member(correlation: index, $0), $1) }
      } + batch.routes.enumerated().map { (.route($0), $1.sample) }
      + batch.withData.enumerated().map { (.withData($0), $1.sample) }
      + batch.workouts.enumerated().map { (.workout($0), $1.sample) }
  }

  private func refuseKnown() throws {
    var seen: Set<UUID> = []
    let reader = try SampleIdentityReader(db)
    for (_, record) in records {
      guard let uuid = record.uuid else { continue }
      guard seen.insert(uuid).inserted, try reader.rows(of: [uuid]).isEmpty else {
        throw StoreError(.invalidArgument, path: path, reason: "the sample \(uuid) has been saved before")
      }
    }
  }

  // MARK: - Versions

  /// Decides which of the objects with sync identifiers are saved, and deletes what they replace.
  private mutating func decideVersions() throws {
    var newest: [SyncObject.Key: (place: Place, object: SyncObject)] = [:]
    var places: [SyncObject.Key: [Place]] = [:]
    for (place, record) in records {
      guard let object = SyncObject(record, in: batch.tables) else { continue }
      places[object.key, default: []].append(place)
      // Of two in one call the higher version counts, of equal ones the first.
      if let known = newest[object.key], !object.isNewer(than: known.object.version) { continue }
      newest[object.key] = (place, object)
    }
    guard !newest.isEmpty else { return }
    let correlations = try db.cachedStatement(
      sql: "SELECT correlation_id FROM correlation_member WHERE sample_id = ?")
    let workouts = try db.cachedStatement(sql: "SELECT workout_id FROM workout_sample WHERE sample_id = ?")
    let samples = try db.cachedStatement(sql: "SELECT sample_id FROM workout_sample WHERE workout_id = ?")
    var replaced: [Int64] = []
    for (key, entry) in newest {
      let stored = try entry.object.stored(db)
      if let stored, !entry.object.isNewer(than: stored.version) {
        for place in places[key] ?? [] { passedOver[place] = stored.row }
        continue
      }
      objects[entry.place] = entry.object
      for place in places[key] ?? [] where place != entry.place { passedOver[place] = 0 }
      guard let stored else { continue }
      replaced.append(stored.row)
      ties[entry.place] = Ties(
        correlations: try Int64.fetchAll(correlations, arguments: [stored.row]),
        workouts: try Int64.fetchAll(workouts, arguments: [stored.row]),
        samples: try Int64.fetchAll(samples, arguments: [stored.row]))
    }
    try SampleDeleter.delete(db, rows: replaced, importID: nil, keepingRoutes: true)
  }

  // MARK: - Associations

  private func restore(_ ties: Ties, of row: Int64) throws {
    for correlation in ties.correlations { try add(row, toCorrelation: correlation) }
    for workout in ties.workouts { try Self.add(db, row, toWorkout: workout) }
    // Its samples may be among those that were replaced.
    let exists = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE id = ?)")
    for sample in ties.samples where try Bool.fetchOne(exists, arguments: [sample]) == true {
      try Self.add(db, sample, toWorkout: row)
    }
  }

  /// Does nothing if the correlation itself was replaced.
  private func add(_ sample: Int64, toCorrelation correlation: Int64) throws {
    try Self.add(db, sample, toCorrelation: correlation)
  }

  static func add(_ db: Database, _ sample: Int64, toCorrelation correlation: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO correlation_member (correlation_id, sample_id) SELECT id, ? FROM sample WHERE id = ?
        """
    ).execute(arguments: [sample, correlation])
  }

  /// Does nothing if the workout itself was replaced.
  static func add(_ db: Database, _ sample: Int64, toWorkout workout: Int64) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO workout_sample (workout_id, sample_id) SELECT id, ? FROM sample WHERE id = ?"
    ).execute(arguments: [sample, workout])
  }
}
