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
  /// - Throws: `StoreError`; with the code `invalidArgument`, and nothing stored, where a value does not fit its type, an
  ///   identity has been saved before or the workout is not there.
  package func save(objects batch: SampleBatch, and known: [UUID] = [], toWorkout workout: UUID? = nil) throws {
    try write { db in
      if !batch.isEmpty {
        var saver = ObjectSaver(db, path: path, batch: batch)
        try saver.save()
      }
      guard let workout else { return }
      let identities = batch.samples.compactMap(\.uuid) + batch.correlations.compactMap(\.sample.uuid) + known
      try tie(db, identities, toWorkout: workout)
    }
  }

  /// Which of the identities are stored.
  package func known(_ uuids: [UUID]) throws -> Set<UUID> {
    try read { db in
      let reader = try SampleIdentityReader(db)
      return Set(try uuids.filter { try !reader.rows(of: [$0]).isEmpty })
    }
  }

  private func tie(_ db: Database, _ samples: [UUID], toWorkout workout: UUID) throws {
    let reader = try SampleIdentityReader(db)
    guard let workoutRow = try reader.rows(of: [workout]).first,
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM workout WHERE sample_id = ?)", arguments: [workoutRow]) == true
    else { throw StoreError(.invalidArgument, path: path, reason: "the workout \(workout) has not been saved") }
    for row in try reader.rows(of: samples) {
      try db.execute(
        sql: "INSERT OR IGNORE INTO workout_sample (workout_id, sample_id) VALUES (?, ?)",
        arguments: [workoutRow, row])
    }
  }
}
