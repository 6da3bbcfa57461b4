import GRDB
import HealthModel

/// What the records of a run replace. The rows are deleted at the end of the transaction, so that rows to which the new
/// samples refer too are not deleted with them.
struct Replacements {
  /// What a replaced version of an object belongs to, and, if it is a workout, its samples.
  private struct Ties {
    /// The new version.
    var row: Int64
    var correlations: [Int64]
    var workouts: [Int64]
    var samples: [Int64]
    var routes: [Int64]
  }

  private(set) var rows: Set<Int64> = []
  private var ties: [Ties] = []
  /// The rows to which sync identifiers refer from now on.
  private var objects: [SyncObject.Key: (object: SyncObject, row: Int64)] = [:]

  /// The row and the version of an object that the run has stored.
  func known(_ object: SyncObject) -> (row: Int64, version: MetadataValue)? {
    objects[object.key].map { ($0.row, $0.object.version) }
  }

  mutating func add(
    _ db: Database, _ replaced: [Int64], by row: Int64, _ object: SyncObject?, inherits: Bool = false
  ) throws {
    rows.formUnion(replaced)
    if let object { objects[object.key] = (object, row) }
    guard object != nil || inherits else { return }
    for old in replaced {
      let found = try Ties(
        row: row, correlations: ids(db, "SELECT correlation_id FROM correlation_member WHERE sample_id = ?", old),
        workouts: ids(db, "SELECT workout_id FROM workout_sample WHERE sample_id = ?", old),
        samples: ids(db, Self.samples(areRoutes: false), old), routes: ids(db, Self.samples(areRoutes: true), old))
      if ![found.correlations, found.workouts, found.samples, found.routes].allSatisfy(\.isEmpty) {
        ties.append(found)
      }
    }
  }

  /// The samples of a workout.
  private static func samples(areRoutes: Bool) -> String {
    """
    SELECT sample_id FROM workout_sample JOIN sample ON sample.id = sample_id
    WHERE workout_id = ? AND type_id \(areRoutes ? "IN" : "NOT IN")
      (SELECT id FROM sample_type WHERE identifier = '\(TypeIdentifier.workoutRoute)')
    """
  }

  private func ids(_ db: Database, _ sql: String, _ row: Int64) throws -> [Int64] {
    let statement = try RawStatement(db, sql)
    statement.bind(1, row)
    var ids: [Int64] = []
    while try statement.step() { ids.append(statement.int64(0)) }
    return ids
  }

  /// Passes what the replaced rows belonged to to the new ones, deletes them, and makes the sync identifiers refer to the
  /// new ones. Call after the run's rows have been inserted.
  ///
  /// - Parameter kept: rows that are not deleted after all.
  /// - Returns: the rows that were deleted.
  mutating func carryOut(_ db: Database, keeping kept: Set<Int64>) throws -> Set<Int64> {
    let doomed = rows.subtracting(kept)
    for ties in ties {
      for correlation in ties.correlations { try SampleWriter.add(db, ties.row, toCorrelation: correlation) }
      for workout in ties.workouts { try SampleWriter.add(db, ties.row, toWorkout: workout) }
      // A version with routes of its own does not need those before.
      let routes = try ids(db, Self.samples(areRoutes: true), ties.row).isEmpty ? ties.routes : []
      for sample in ties.samples + routes { try SampleWriter.add(db, sample, toWorkout: ties.row) }
    }
    try SampleDeleter.delete(db, rows: doomed)
    for entry in objects.values { try entry.object.store(db, row: entry.row) }
    self = Replacements()
    return doomed
  }
}

extension SampleWriter {
  /// The row and the version to which a sync identifier refers, in this run or in the store.
  func known(_ db: Database, _ object: SyncObject) throws -> (row: Int64, version: MetadataValue)? {
    try replacements.known(object) ?? object.stored(db)
  }
}
