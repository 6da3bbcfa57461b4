package import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Saves samples that a client made, each with an identity of its own, in one transaction.
  ///
  /// A sample with a sync identifier and version takes the place of the client's earlier one of that type, in its
  /// workouts and correlations too, or is passed over if its version is not greater.
  ///
  /// - Parameters:
  ///   - known: identities of samples that are stored already, to be tied to the workout with the new ones.
  ///   - workout: the identity of a stored workout that the samples are to belong to.
  ///   - client: the bundle identifier of who must have saved that workout; nil for anybody.
  /// - Throws: `StoreError`; with the code `invalidArgument`, and nothing stored, where a value does not fit its type, an
  ///   identity has been saved before or the workout is not there.
  package func save(
    objects batch: SampleBatch, and known: [UUID] = [], toWorkout workout: UUID? = nil, of client: String? = nil
  ) throws {
    try write { db in
      if !batch.isEmpty {
        var saver = ObjectSaver(db, path: path, batch: batch)
        try saver.save()
      }
      guard let workout else { return }
      let identities = batch.samples.compactMap(\.uuid) + batch.correlations.compactMap(\.sample.uuid) + known
      try tie(db, identities, toWorkout: workout, of: client)
    }
  }

  private func tie(_ db: Database, _ samples: [UUID], toWorkout workout: UUID, of client: String?) throws {
    let reader = try SampleIdentityReader(db)
    guard let workoutRow = try reader.rows(of: [workout]).first,
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT sample.type_id, source.bundle_identifier FROM workout JOIN sample ON sample.id = workout.sample_id
          JOIN provenance ON provenance.id = sample.provenance_id JOIN source ON source.id = provenance.source_id
          WHERE workout.sample_id = ?
          """, arguments: [workoutRow]),
      client == nil || client == row[1] as String
    else {
      // Whether there is one of somebody else's is not told.
      throw StoreError(.invalidArgument, path: path, reason: "the workout \(workout) has not been saved by this client")
    }
    var types: Set<Int64> = []
    for sample in try reader.rows(of: samples) {
      try db.execute(
        sql: "INSERT OR IGNORE INTO workout_sample (workout_id, sample_id) VALUES (?, ?)",
        arguments: [workoutRow, sample])
      guard db.changesCount > 0 else { continue }
      types.formUnion(
        try Int64.fetchSet(db, sql: "SELECT type_id FROM sample WHERE id = ?", arguments: [sample]))
    }
    // What belongs together is data like any other: whoever follows the store hears that it has changed.
    if !types.isEmpty {
      _ = try Change.record(
        db, samples: nil, types: types.union([row[0]]), earliest: nil, latest: nil)
    }
  }
}
