package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// One page of sorted workouts, continuing after the previous page, so that no row is read twice.
  ///
  /// - Complexity: O(page) by date, for which there is an index; for other orders O(workouts) in time and O(page) in
  ///   memory.
  package func workouts(_ request: WorkoutRequest) throws -> [WorkoutSummary] {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.workout) else { return [] }
      let list = WorkoutList(
        type: type.id, order: request.order, activities: request.activities, readsRates: request.readsRates)
      let timeline = try ZoneTimeline(db)
      if request.order == .heartRate { return try list.byRate(db, request).map { $0.dated(timeline) } }
      let page = try list.page(db, after: request.after, isDescending: request.isDescending, limit: request.limit)
      guard request.readsRates else { return page.map { $0.dated(timeline) } }
      let reader = try WorkoutRatesReader(db, workouts: page.map(\.row))
      return try page.map { try reader.rated($0, db).dated(timeline) }
    }
  }

  /// Passes on every workout that starts in a span, in no particular order.
  ///
  /// - Parameters:
  ///   - readsRates: whether the measured heart rates are needed.
  ///   - body: must not read the store.
  /// - Complexity: O(workouts and heart rates during them) in time, O(pauses) in memory.
  package func forEachWorkout(
    in span: Range<Date>, readsRates: Bool, _ body: (WorkoutSummary) throws -> Void
  ) throws {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.workout) else { return }
      let timeline = try ZoneTimeline(db)
      let reader = try readsRates ? WorkoutRatesReader(db, type: type.id, in: span) : nil
      let ranks = try SourceRanks(db, type: type.id)
      let list = WorkoutList(type: type.id, order: .date, activities: nil, readsRates: readsRates)
      try list.forEach(db, in: span, ranks) { workout in
        try body((reader?.rated(workout, db) ?? workout).dated(timeline))
      }
    }
  }

  /// A workout with everything that belongs to it; nil if the row does not exist.
  ///
  /// - Complexity: O(samples of heart rate and distance during the workout).
  package func workout(row: Int64) throws -> StoredWorkout? {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.workout),
        let summary = try WorkoutList(type: type.id, order: .date, activities: nil).one(db, row: row),
        let record = try WorkoutReader.records(db, rows: [row])[row],
        let sample = try Row.fetchOne(
          db, sql: "SELECT provenance_id, metadata_id FROM sample WHERE id = ?", arguments: [row])
      else { return nil }
      let provenance = try ProvenanceReader.all(db)[sample.value(0, "sample")]
      let set: Int64? = try sample.value(1, "sample")
      var detail = StoredWorkout(
        summary: summary.dated(try ZoneTimeline(db)), source: provenance?.source.name ?? "",
        device: provenance?.device?.name,
        metadata: try set.flatMap { try MetadataReader.sets(db, [$0])[$0] } ?? Metadata(),
        time: WorkoutTime(
          start: summary.start, end: summary.end, events: record.events + record.activities.flatMap(\.events)))
      detail.events = record.events + record.activities.flatMap(\.events)
      detail.statistics = record.statistics
      (detail.routes, detail.routePoints) = try RouteTable.extent(db, ofWorkout: row)
      detail.track = try RouteTable.track(db, ofWorkout: row, count: detail.routePoints)
      detail.activities = record.activities.map { activity in
        StoredWorkout.Activity(
          name: activity.activityType.flatMap(WorkoutActivityCatalog.entry)?.name ?? summary.name,
          start: activity.start,
          duration: activity.duration ?? activity.end.map { $0.timeIntervalSince(activity.start) } ?? 0,
          statistics: activity.statistics)
      }
      detail.rates = try PointReader(db, TypeIdentifier.heartRate).points(db, from: summary.start, to: summary.end)
      detail.summary.add(HeartRateTimes(detail.rates, in: detail.time))
      let distance = WorkoutTotal.distance.type(forActivity: summary.activity)
      var lanes = try Self.lanes(db, type: distance)
      detail.distances = try Self.merged(db, &lanes, from: summary.start, to: summary.end)
      return detail
    }
  }

  /// What was measured of a type at instants between two others, sorted by time: of several sources, at every moment that of
  /// the highest rank.
  ///
  /// - Complexity: O(k log k) in these measurements.
  package func points(_ identifier: String, from start: Date, to end: Date) throws -> [HeartRatePoint] {
    try read { try PointReader($0, identifier).points($0, from: start, to: end) }
  }

  /// The points of a workout's routes, sorted by date; empty without a route.
  ///
  /// - Complexity: O(points log points).
  package func routePoints(ofWorkout row: Int64) throws -> [RoutePoint] {
    try read { try RouteTable.points($0, ofWorkout: row) }
  }

  /// The heart rates and distances of workouts by time, in the given order.
  ///
  /// - Parameters:
  ///   - fewestRates: heart rates are read only where at least so many were measured.
  ///   - needs: what is read of a workout, asked just before; nil for nothing at all.
  ///   - body: must not read the store.
  /// - Complexity: O(samples of heart rate and distance during the workouts).
  package func forEachCourse(
    of workouts: [WorkoutSummary], fewestRates: Int,
    needs: (WorkoutSummary) -> (rates: Bool, distances: Bool)?,
    _ body: (WorkoutSummary, WorkoutCourse) throws -> Void
  ) throws {
    let starts = workouts.map(\.start)
    guard let first = starts.min(), let last = starts.max() else { return }
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.workout) else { return }
      let reader = try WorkoutRatesReader(db, type: type.id, in: first..<last + 1)
      let heartRate = try PointReader(db, TypeIdentifier.heartRate)
      // Types and the order of their sources are the same for all workouts.
      var known: [String: (type: SampleTypeRow, lanes: SourceLanes)?] = [:]
      for workout in workouts {
        guard let needs = needs(workout) else { continue }
        let (start, end) = (workout.start, workout.end)
        var course = WorkoutCourse(time: reader.time(of: workout), rates: [], distances: [])
        if needs.rates, try heartRate.has(db, fewestRates, from: start, to: end) {
          course.rates = try heartRate.points(db, from: start, to: end)
        }
        if needs.distances {
          let identifier = WorkoutTotal.distance.type(forActivity: workout.activity)
          // Taken out, so that it is changed in place.
          var distance = try known.removeValue(forKey: identifier) ?? Self.lanes(db, type: identifier)
          course.distances = try Self.merged(db, &distance, from: start, to: end)
          known[identifier] = .some(distance)
        }
        try body(workout, course)
      }
    }
  }

  /// A cumulative type, and its sources in their order; nil without samples.
  private static func lanes(_ db: Database, type identifier: String) throws -> (
    type: SampleTypeRow, lanes: SourceLanes
  )? {
    try SampleTypeRow.fetch(db, identifier: identifier).map {
      ($0, try SourceLanes(db, type: $0.id, aggregation: .cumulative))
    }
  }

  /// The merged samples of a cumulative type between two instants.
  ///
  /// - Parameter known: empty before and after.
  private static func merged(
    _ db: Database, _ known: inout (type: SampleTypeRow, lanes: SourceLanes)?, from start: Date, to end: Date
  ) throws -> [SourceMerger.Piece] {
    guard let type = known?.type else { return [] }
    let (low, high) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
    try type.forEachSpan(db, from: low, to: high) { span in
      guard !span.value.isNaN, known?.lanes.count ?? 0 < PointReader.longestSeries else { return }
      known?.lanes.add(span)
    }
    var pieces: [SourceMerger.Piece] = []
    known?.lanes.merge(into: &pieces)
    known?.lanes.removeAll()
    // A sample that extends beyond the workout counts in proportion.
    return pieces.compactMap { piece in
      guard piece.end > piece.start else { return piece.start >= low && piece.start <= high ? piece : nil }
      let (from, to) = (max(low, piece.start), min(high, piece.end))
      guard to > from else { return nil }
      return SourceMerger.Piece(
        start: from, end: to, value: piece.value * (to - from) / (piece.end - piece.start))
    }.sorted { $0.start < $1.start }
  }
}

extension WorkoutSummary {
  /// The workout with its local day and minute.
  fileprivate func dated(_ timeline: ZoneTimeline) -> Self {
    var workout = self
    let (day, second) = timeline.clock(start)
    workout.day = day
    workout.minuteOfDay = second / 60
    return workout
  }
}

/// Reads workouts as rows of a list.
private struct WorkoutList {
  let type: Int64
  let order: WorkoutOrder
  let activities: Set<Int>?
  /// Whether the mean heart rates are needed.
  var readsRates = true

  private static let heartRate = """
    (SELECT \(UnitFunction.name)(w.average, w.unit, 'count/min') FROM workout_statistics w
      WHERE w.workout_id = s.id AND w.activity_id IS NULL AND w.type = '\(TypeIdentifier.heartRate)'
        AND w.average IS NOT NULL LIMIT 1)
    """

  private var columns: String {
    """
    s.id AS id, s.start AS start, s.end AS end, s.value AS value,
    (SELECT coalesce((SELECT duration FROM workout WHERE sample_id = s.id), s.end - s.start)) AS duration,
    \(FilterCompiler.total(.energyBurned, of: "s", types: WorkoutTotal.energyBurned.types)) AS energy,
    \(FilterCompiler.total(.distance, of: "s", types: WorkoutTotal.distance.types)) AS distance,
    \(readsRates || order == .heartRate ? Self.heartRate : "NULL") AS rate,
    CASE s.value WHEN \(WorkoutActivityCatalog.other)
      THEN (SELECT content FROM metadata_set WHERE id = s.metadata_id AND content LIKE '%\(MetadataKey.unknownValue)%')
    END AS unlisted
    """
  }

  /// The sort key of the list; in a descending list, unknown values come last.
  private var key: String {
    switch order {
    case .date, .heartRate: "start"
    case .duration: "coalesce(duration, -1)"
    case .energy: "coalesce(energy, -1)"
    case .distance: "coalesce(distance, -1)"
    }
  }

  private var condition: String {
    guard let activities else { return "" }
    return " AND s.value IN (\(activities.sorted().map(String.init).joined(separator: ",")))"
  }

  func page(_ db: Database, after cursor: ListCursor?, isDescending: Bool, limit: Int) throws -> [WorkoutSummary] {
    let direction = isDescending ? "DESC" : "ASC"
    let comparison = isDescending ? "<" : ">"
    var arguments: StatementArguments = []
    var sql: String
    if order == .date {
      // Uses only the index: nothing is sorted, and rows before the page are not read.
      sql = """
        SELECT \(columns), s.start AS key FROM sample s INDEXED BY sample_by_type_and_start
        WHERE s.type_id = \(type)\(condition)
        """
      if let cursor {
        sql += " AND s.start \(comparison)= ? AND (s.start \(comparison) ? OR s.id \(comparison) ?)"
        arguments += [cursor.key, cursor.key, cursor.row]
      }
      sql += " ORDER BY s.start \(direction), s.id \(direction) LIMIT ?"
    } else {
      sql = """
        SELECT * FROM (SELECT *, \(key) AS key FROM (
          SELECT \(columns) FROM sample s INDEXED BY sample_by_type_and_start WHERE s.type_id = \(type)\(condition)) own)
        """
      if let cursor {
        sql += " WHERE (key, id) \(comparison) (?, ?)"
        arguments += [cursor.key, cursor.row]
      }
      sql += " ORDER BY key \(direction), id \(direction) LIMIT ?"
    }
    arguments += [max(1, min(limit, 1_000))]
    return try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { try Self.workout($0) }
  }

  /// A page in the order of the mean heart rates, of which most are not stored.
  ///
  /// - Complexity: O(workouts and heart rates during them) in time, O(page) in memory.
  func byRate(_ db: Database, _ request: WorkoutRequest) throws -> [WorkoutSummary] {
    let limit = max(1, min(request.limit, 1_000))
    func isBefore(_ left: ListCursor, _ right: ListCursor) -> Bool {
      request.isDescending
        ? (right.key, right.row) < (left.key, left.row) : (left.key, left.row) < (right.key, right.row)
    }
    let span = Date.distantPast..<Date.distantFuture
    let reader = try WorkoutRatesReader(db, type: type, in: span)
    var page: [WorkoutSummary] = []
    func cut() {
      page.sort { isBefore($0.cursor, $1.cursor) }
      page.removeLast(max(0, page.count - limit))
    }
    try forEach(db, in: span, SourceRanks(db, type: type)) { workout in
      var workout = workout
      workout.cursor.key = try workout.heartRate ?? reader.rated(workout, db).heartRate ?? -1
      if let after = request.after, !isBefore(after, workout.cursor) { return }
      page.append(workout)
      if page.count >= 2 * limit { cut() }
    }
    cut()
    return request.readsRates ? try page.map { try reader.rated($0, db) } : page
  }

  func one(_ db: Database, row: Int64) throws -> WorkoutSummary? {
    try Row.fetchOne(
      db, sql: "SELECT \(columns), s.start AS key FROM sample s WHERE s.id = ? AND s.type_id = ?",
      arguments: [row, type]
    ).flatMap { try Self.workout($0) }
  }

  /// - Parameter ranks: those of the sources of workouts.
  func forEach(
    _ db: Database, in span: Range<Date>, _ ranks: SourceRanks, _ body: (WorkoutSummary) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns), s.start AS key, s.provenance_id, s.flags FROM sample s
        WHERE s.type_id = ? AND s.start >= ? AND s.start < ?\(condition)
        """,
      arguments: [
        type, span.lowerBound.timeIntervalSinceReferenceDate, span.upperBound.timeIntervalSinceReferenceDate,
      ])
    while let row = try rows.next() {
      guard var workout = try Self.workout(row) else { continue }
      let flags: Int64 = try row.value(11, "sample")
      workout.sourceRank = ranks.rank(
        of: SourceRanks.Key(
          id: try row.value(10, "sample"), isEnteredByHand: flags & SampleFlag.enteredByHand != 0))
      try body(workout)
    }
  }

  private static func workout(_ row: Row) throws -> WorkoutSummary? {
    let start = try row.time(1, "sample")
    let end = max(start, try row.time(2, "sample"))
    let activity: Double? = try row.value(3, "sample")
    let duration: Double? = try row.value(4, "workout")
    var workout = WorkoutSummary(
      row: try row.value(0, "sample"), activity: activity.flatMap { Int(exactly: $0.rounded()) } ?? 0,
      start: Date(timeIntervalSinceReferenceDate: start), end: Date(timeIntervalSinceReferenceDate: end),
      duration: max(0, duration ?? end - start), energy: try row.value(5, "workout_statistics"),
      distance: try row.value(6, "workout_statistics"), heartRate: try row.value(7, "workout_statistics"),
      cursor: ListCursor(key: try row.value(9, "sample"), row: try row.value(0, "sample")))
    if let content: String = try row.value(8, "metadata_set") {
      workout.unlisted = try MetadataCoding.decode(content).unknownValue.flatMap(WorkoutActivityCatalog.name(unlisted:))
    }
    return workout
  }
}
