package import Foundation
import GRDB
import HealthDatabase
package import HealthModel

extension Store {
  /// Saves samples, and associates them and others that are stored with a workout that the client has saved.
  ///
  /// The workout's statistics of their types are then those of all its samples. A sum that was not that of its samples
  /// before, such as a total that the program has given, remains as it is.
  ///
  /// - Throws: as for `save`.
  /// - Complexity: O(samples of the same types in the workout).
  package func add(_ batch: SampleBatch, and known: [UUID], toWorkout workout: UUID, of client: String) throws {
    try write { db in
      let identities = try SampleIdentityReader(db)
      let rows = try identities.rows(of: known)
      let types = try String.fetchSet(
        db,
        sql: """
          SELECT DISTINCT t.identifier FROM sample s JOIN sample_type t ON t.id = s.type_id
          WHERE s.id IN (SELECT value FROM json_each(?))
          """, arguments: [rows.jsonList])
      let statistics = try identities.row(of: workout).map { row in
        try types.union(batch.tables.types.map(\.identifier)).compactMap {
          try WorkoutTypeStatistics(db, type: $0, workout: workout, row: row)
        }
      }
      try save(db, batch, and: known, toWorkout: workout, of: client)
      for statistics in statistics ?? [] { try statistics.update() }
    }
  }
}

/// The statistics of one quantity type over the samples of a workout.
private struct WorkoutTypeStatistics {
  private let db: Database
  private let type: QuantityTypeEntry
  private let workout: UUID
  private let row: Int64

  /// - Returns: nil if the workout has a sum of the type that is not that of its samples, and for other types.
  init?(_ db: Database, type: String, workout: UUID, row: Int64) throws {
    guard let entry = QuantityTypeCatalog.entry(for: type) else { return nil }
    (self.db, self.type, self.workout, self.row) = (db, entry, workout, row)
    let sum = try Double.fetchOne(
      db, sql: "SELECT sum FROM workout_statistics \(Self.condition)", arguments: [row, type])
    if let sum, abs(sum - (try ofSamples()?.sum ?? 0)) > abs(sum) * 1e-9 { return nil }
  }

  private static let condition = "WHERE workout_id = ? AND activity_id IS NULL AND type = ?"

  private func ofSamples() throws -> BucketStatistics? {
    let samples = SampleRequest(type: type.identifier, filter: .ofWorkout(workout))
    return try StatisticsReader(db, request: StatisticsRequest(samples: samples, buckets: nil)).result().merged[0]
  }

  func update() throws {
    guard let dates = try Row.fetchOne(db, sql: "SELECT start, end FROM sample WHERE id = ?", arguments: [row]),
      let statistics = try ofSamples()
    else { return }
    try db.execute(
      sql: "DELETE FROM workout_statistics \(Self.condition)", arguments: [row, type.identifier])
    var record = WorkoutStatisticsRecord(
      type: type.identifier, unit: type.unit.unitString, start: try dates.date(0, "sample"),
      end: try dates.date(1, "sample"))
    if type.aggregation == .cumulative {
      record.sum = statistics.sum
    } else {
      (record.average, record.minimum, record.maximum) = (statistics.average, statistics.minimum, statistics.maximum)
    }
    try SampleWriter.insert(db, [record], workout: row, activity: nil)
  }
}
