package import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Saves samples with everything that follows from them, in one transaction.
  ///
  /// A sample with a sync identifier and version takes the place of the client's earlier one of that type, in its
  /// workouts and correlations too, or is passed over if its version is not greater. Any other is new.
  ///
  /// - Parameters:
  ///   - known: identities of samples that are stored already, to be tied to the workout with the new ones.
  ///   - workout: the identity of a stored workout that the samples are to belong to.
  /// - Returns: the rows of the batch's samples, then correlations, then workouts, in order; of what was passed over,
  ///   the row that stays.
  /// - Throws: `StoreError`; with the code `invalidArgument`, and nothing stored, where a value does not fit its type, an
  ///   identity has been saved before or the workout is not there.
  @discardableResult
  package func save(_ batch: SampleBatch, and known: [UUID] = [], toWorkout workout: UUID? = nil) throws -> [Int64] {
    try write { db in
      var rows: [Int64] = []
      if !batch.isEmpty {
        var saver = SampleSaver(db, path: path, batch: batch)
        rows = try saver.save()
      }
      if let workout {
        let reader = try SampleIdentityReader(db)
        let samples = rows.dropLast(batch.workouts.count) + (try reader.rows(of: known))
        try tie(db, Array(samples), toWorkout: workout)
      }
      return rows
    }
  }

  /// Which of the identities are stored.
  package func known(_ uuids: [UUID]) throws -> Set<UUID> {
    try read { db in
      let reader = try SampleIdentityReader(db)
      return Set(try uuids.filter { try !reader.rows(of: [$0]).isEmpty })
    }
  }

  private func tie(_ db: Database, _ samples: [Int64], toWorkout workout: UUID) throws {
    let reader = try SampleIdentityReader(db)
    guard let workoutRow = try reader.rows(of: [workout]).first,
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM workout WHERE sample_id = ?)", arguments: [workoutRow]) == true
    else { throw StoreError(.invalidArgument, path: path, reason: "the workout \(workout) has not been saved") }
    for row in samples where row > 0 { try SampleSaver.add(db, row, toWorkout: workoutRow) }
  }
}
