package import Foundation
package import GRDB
package import HealthModel

extension Store {
  /// Saves samples with everything that follows from them, in one transaction.
  ///
  /// A sample with a sync identifier and version replaces the client's earlier one of that type, in its workouts and
  /// correlations too, or is ignored if its version is not greater. All others are new.
  ///
  /// - Parameters:
  ///   - known: identities of stored samples to associate with the workout in addition to the new ones.
  ///   - workout: the identity of a stored workout to which the samples belong.
  ///   - client: the bundle identifier of the client that must have saved that workout; nil for any.
  /// - Returns: the rows of the batch's samples, then correlations, routes, samples with data and workouts, in order;
  ///   for ignored samples, the row that is kept.
  /// - Throws: `StoreError`; with the code `invalidArgument`, without storing anything, if a value does not fit its
  ///   type, an identity has been saved before, or the workout does not exist.
  @discardableResult
  package func save(
    _ batch: SampleBatch, and known: [UUID] = [], toWorkout workout: UUID? = nil, of client: String? = nil
  ) throws -> [Int64] {
    try write { try save($0, batch, and: known, toWorkout: workout, of: client) }
  }

  /// The same in a transaction of the caller.
  @discardableResult
  package func save(
    _ db: Database, _ batch: SampleBatch, and known: [UUID], toWorkout workout: UUID?, of client: String?
  ) throws -> [Int64] {
    var rows: [Int64] = []
    if !batch.isEmpty { rows = try save(db, batch, rule: ClientRule()) }
    if let workout {
      let samples = rows.dropLast(batch.workouts.count) + (try SampleIdentityReader(db).rows(of: known))
      try tie(db, Array(samples), toWorkout: workout, of: client)
    }
    return rows
  }

  /// Saves samples, all or none.
  ///
  /// - Returns: their rows; 0 for those that others of the batch replace.
  func save(_ db: Database, _ batch: SampleBatch, rule: some ConflictRule) throws -> [Int64] {
    let writer = try SampleWriter(db, rule: rule)
    var rows: [Int64] = []
    var routes = RouteCounts()
    try writer.write(db, batch, importID: nil, routes: &routes) { outcome, _ in
      switch outcome {
      case .refused(let reason):
        throw StoreError(.invalidArgument, path: path, reason: "a sample cannot be stored (\(reason))")
      case .conflict(let reason): throw StoreError(.invalidArgument, path: path, reason: reason)
      case .stored, .storedAsMember, .kept, .covered, .outdated: rows.append(outcome.row ?? 0)
      }
    }
    try writer.finishTransaction(db)
    try writer.refreshTotals(db)
    let replaced = try writer.replacements.carryOut(db, keeping: [])
    try SummaryTable.materialize(db)
    return rows.map { replaced.contains($0) ? 0 : $0 }
  }

  private func tie(_ db: Database, _ samples: [Int64], toWorkout workout: UUID, of client: String?) throws {
    guard let workoutRow = try SampleIdentityReader(db).row(of: workout),
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT sample.type_id, source.bundle_identifier FROM workout JOIN sample ON sample.id = workout.sample_id
          JOIN provenance ON provenance.id = sample.provenance_id JOIN source ON source.id = provenance.source_id
          WHERE workout.sample_id = ?
          """, arguments: [workoutRow]),
      try client == nil || client == row.value(1, "source") as String
    else {
      // Does not disclose whether another client has one.
      throw StoreError(.invalidArgument, path: path, reason: "the workout \(workout) has not been saved by this client")
    }
    var types: Set<Int64> = []
    let type = try db.cachedStatement(sql: "SELECT type_id FROM sample WHERE id = ?")
    for sample in samples where sample > 0 {
      try SampleWriter.add(db, sample, toWorkout: workoutRow)
      if db.changesCount > 0 { types.formUnion(try Int64.fetchSet(type, arguments: [sample])) }
    }
    // Associations are data like any other: observers of the store are notified of a change.
    if !types.isEmpty {
      try Change.record(db, samples: nil, types: types.union([row.value(0, "sample")]), earliest: nil, latest: nil)
    }
  }
}
