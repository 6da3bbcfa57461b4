import FoundationEssentials
import HealthImport
import HealthModel

/// Exercise sessions: each is a workout with its laps, segments and route, and its minutes count as exercise.
struct HealthConnectExercise {
  let database: any ForeignDatabase

  private struct Session {
    var row: ForeignRow
    var parts: [WorkoutEventRecord] = []
  }

  private static let mostParts = 4_096

  /// - Parameter details: the source and the identity of a row.
  func read(
    _ batcher: inout FeedBatcher, _ details: (ForeignRow, inout FeedBatcher) -> FeedBatcher.Details
  ) throws {
    var sessions: [Int64: Session] = [:]
    let query = ForeignQuery(
      HealthConnectTables.exercise,
      HealthConnectFormat.common + ["start_time", "end_time", "exercise_type", "title"], orderedBy: ["row_id"])
    try database.forEachRow(query) { row in sessions[row[0].integer ?? 0] = Session(row: row) }
    for part in HealthConnectTables.parts {
      try database.forEachRow(ForeignQuery(part.name, ["parent_key", part.start, part.end])) { row in
        guard let start = HealthConnectFormat.date(row[1]), let end = HealthConnectFormat.date(row[2]), end >= start,
          let parent = row[0].integer, (sessions[parent]?.parts.count ?? 0) < Self.mostParts
        else { return }
        sessions[parent]?.parts.append(WorkoutEventRecord(type: part.event, start: start, end: end))
      }
    }
    // Only one route is in memory.
    var (parent, points): (Int64?, [RoutePoint]) = (nil, [])
    func end() throws {
      if let ended = parent, let session = sessions.removeValue(forKey: ended) {
        try add(session, points, &batcher, details)
      }
      points.removeAll()
    }
    let route = ForeignQuery(
      HealthConnectTables.route,
      [
        "parent_key", "timestamp_millis", "latitude", "longitude", "altitude", "horizontal_accuracy",
        "vertical_accuracy",
      ], orderedBy: ["parent_key", "timestamp_millis"])
    try database.forEachRow(route) { row in
      if row[0].integer != parent { try end() }
      parent = row[0].integer
      guard let date = HealthConnectFormat.date(row[1]), let latitude = row[2].number, let longitude = row[3].number,
        points.count < SampleLimits.mostPoints
      else { return }
      var point = RoutePoint(date: date, latitude: latitude, longitude: longitude)
      if let altitude = row[4].number { (point.altitude, point.verticalAccuracy) = (altitude, row[6].number ?? 0) }
      if let accuracy = row[5].number { point.horizontalAccuracy = accuracy }
      if point.isPlausible {
        points.append(point)
      } else {
        batcher.skip(.valueOutOfRange, at: "\(HealthConnectTables.route) of session \(row[0].integer ?? 0)")
      }
    }
    try end()
    for (_, session) in sessions.sorted(by: { $0.key < $1.key }) { try add(session, [], &batcher, details) }
  }

  private func add(
    _ session: Session, _ points: [RoutePoint], _ batcher: inout FeedBatcher,
    _ details: (ForeignRow, inout FeedBatcher) -> FeedBatcher.Details
  ) throws {
    let (row, first) = (session.row, HealthConnectFormat.commonCount)
    func place() -> String { "\(HealthConnectTables.exercise)[\(row[0].integer ?? 0)]" }
    guard let start = HealthConnectFormat.date(row[first]), let end = HealthConnectFormat.date(row[first + 1]) else {
      return batcher.skip(.badDate, at: place())
    }
    var minutes = details(row, &batcher)
    var workout = minutes
    workout.uuid = row[1].bytes.flatMap { UUID(bytes: $0) }
    if let title = row[first + 3].text {
      workout.metadata.append(Metadata.Entry(key: MetadataKey.workoutName, value: .text(title)))
    }
    let name = row[first + 2].integer.flatMap { HealthConnectTables.activities[$0] }
    let activity = WorkoutActivityCatalog.all.first { $0.name == name }?.rawValue ?? WorkoutActivityCatalog.other
    guard let sample = batcher.workout(activity, from: start, to: end, workout, at: place()) else { return }
    let seconds = end.timeIntervalSince(start)
    var record = WorkoutRecord(sample: sample, duration: seconds)
    record.events = session.parts.sorted { $0.start < $1.start }
    if !points.isEmpty { record.routes = [batcher.route(points, workout.provenance)] }
    try batcher.add(record)
    guard seconds > 0, seconds <= 86_400 else { return }
    minutes.isDerived = true
    try batcher.add(
      quantity: TypeIdentifier.appleExerciseTime, seconds / 60, "min", from: start, to: end, minutes, at: place())
  }
}
