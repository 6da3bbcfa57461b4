import GRDB
import HealthModel

/// The workouts that the store has of one activity, of which at least one is from a file of activities: see
/// `SampleIdentity.isSameActivity`. One of them is kept, which says most about it.
struct ActivityRecordings {
  struct Recording {
    var row: Int64
    var isExported: Bool
    var isKnownKind: Bool
    var statistics: Int

    /// Whether it says more than another one.
    func surpasses(_ other: Recording) -> Bool {
      (isKnownKind ? 1 : 0, statistics) > (other.isKnownKind ? 1 : 0, other.statistics)
    }
  }

  private(set) var all: [Recording] = []

  /// The row of one in an export.
  var exported: Int64? { all.first(where: \.isExported)?.row }

  /// - Parameters:
  ///   - amongAll: whether all feeds and exports are searched, as for the workout of a file of activities; otherwise only
  ///     such files.
  ///   - excluded: rows that are to be deleted.
  init(
    _ db: Database, of sample: SampleIdentity, amongAll: Bool, excluded: (Int64) -> Bool = { _ in false }
  ) throws {
    guard sample.type != 0, sample.end > sample.start else { return }
    let statement = try RawStatement(
      db,
      """
      SELECT s.id, s.start, s.end, s.value, o.id, o.bundle_identifier,
        (SELECT count(*) FROM workout_statistics WHERE workout_id = s.id AND activity_id IS NULL)
      FROM sample s INDEXED BY sample_by_type_and_start CROSS JOIN provenance p ON p.id = s.provenance_id
      CROSS JOIN source o ON o.id = p.source_id
      WHERE s.type_id = ? AND s.start >= ? AND s.start <= ?
      """)
    // The longer one is not longer than this.
    let longest = (sample.end - sample.start) / SampleIdentity.leastCommon
    let margin = longest * (1 - SampleIdentity.leastCommon)
    statement.bind(1, sample.type)
    statement.bind(2, sample.start - margin)
    statement.bind(3, sample.start + margin)
    defer { statement.reset() }
    while try statement.step() {
      let (row, bundle) = (statement.int64(0), statement.text(5))
      let stored = try statement.sample(type: sample.type, source: statement.int64(4), from: 1)
      // Exports contain no bundle identifiers; workouts of programs are the user's own.
      let isFile = FeedSource.isOfActivities(bundleIdentifier: bundle)
      let isOther = amongAll && (bundle.isEmpty || bundle.hasPrefix(FeedSource.prefix))
      guard isFile || isOther, stored.isSameActivity(as: sample), !excluded(row) else { continue }
      all.append(
        Recording(
          row: row, isExported: bundle.isEmpty, isKnownKind: stored.value != SampleIdentity.unknownActivity,
          statistics: Int(statement.int64(6))))
    }
  }

  static func hasRoute(_ db: Database, workout row: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM workout_sample JOIN sample ON sample.id = sample_id
            WHERE workout_id = ? AND type_id IN (SELECT id FROM sample_type WHERE identifier = ?))
          """), arguments: [row, TypeIdentifier.workoutRoute]) ?? false
  }

  /// Makes a workout's route one of another workout too, if that has none.
  static func passRoute(_ db: Database, ofWorkout row: Int64, to other: Int64) throws {
    guard try !hasRoute(db, workout: other) else { return }
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO workout_sample (workout_id, sample_id)
        SELECT ?, sample_id FROM workout_sample JOIN sample ON sample.id = sample_id
        WHERE workout_id = ? AND type_id IN (SELECT id FROM sample_type WHERE identifier = ?)
        """
    ).execute(arguments: [other, row, TypeIdentifier.workoutRoute])
  }
}
