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

  /// What a file's recording says about an activity that an export has: exercise and heart rates, where the export has
  /// others of that time.
  struct Parts {
    let source: Int64
    let span: ClosedRange<Double>
    let types: [Int64]

    init(_ db: Database, of workout: SampleIdentity) throws {
      source = workout.source
      let span = workout.start...max(workout.start, workout.end)
      self.span = span
      types = try [RingType.exerciseTime, TypeIdentifier.heartRate].flatMap { identifier in
        try SampleTypeRow.fetchAll(db, identifier: identifier).map(\.id).filter { type in
          try Bool.fetchOne(
            db.cachedStatement(
              sql: """
                SELECT EXISTS (SELECT 1 FROM sample s INDEXED BY sample_by_type_and_start
                  JOIN provenance ON provenance.id = s.provenance_id JOIN source ON source.id = source_id
                  WHERE type_id = ? AND start BETWEEN ? AND ? AND bundle_identifier = '')
                """), arguments: [type, span.lowerBound, span.upperBound]) ?? false
        }
      }
    }

    func contains(type: Int64, start: Double, end: Double) -> Bool {
      types.contains(type) && span.contains(start) && end <= span.upperBound
    }

    /// Those that are stored.
    func rows(_ db: Database) throws -> [Int64] {
      try types.flatMap { type in
        try Int64.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT s.id FROM sample s INDEXED BY sample_by_type_and_start
              JOIN provenance ON provenance.id = s.provenance_id
              WHERE type_id = ? AND start BETWEEN ? AND ? AND end <= ? AND source_id = ?
              """), arguments: [type, span.lowerBound, span.upperBound, span.upperBound, source])
      }
    }
  }

  /// Whether a workout has a route with points. The file of one that an export names may be missing.
  static func hasRoute(_ db: Database, workout row: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM workout_sample JOIN route USING (sample_id) WHERE workout_id = ? AND points > 0)
          """), arguments: [row]) ?? false
  }

  /// Whether a feed's route may be deleted because exports contain it, or the workouts to which it belongs have another.
  ///
  /// - Parameter retired: workouts that are to be deleted.
  static func isRepeated(_ db: Database, route: Int64, isCovered: Bool, besides retired: Set<Int64>) throws -> Bool {
    let others = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT workout_id, EXISTS (
            SELECT 1 FROM workout_sample AS other JOIN route ON route.sample_id = other.sample_id
            JOIN sample ON sample.id = other.sample_id
            WHERE other.workout_id = own.workout_id AND points > 0 AND flags & \(SampleFlag.fed) = 0)
          FROM workout_sample AS own WHERE sample_id = ?
          """), arguments: [route])
    let standing = try others.filter { try !retired.contains($0.value(0, "workout_sample")) }
    return try standing.isEmpty ? isCovered : standing.allSatisfy { try $0.value(1, "workout_sample") }
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
