import FoundationEssentials
import HealthImport
import HealthModel

/// Activities as programs for sports write them: GPX with times, and Garmin's TCX.
struct SportFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "sport", title: "GPX and TCX activities",
    replacement: .overlapping)

  static let contents = [
    FormatContent(
      "TCX: Activity, Lap, Trackpoint",
      [
        "Sport, StartTime, TotalTimeSeconds, DistanceMeters": "workout with laps; appleExerciseTime, derived",
        "Calories": "the workout's energy; activeEnergyBurned, derived",
        "Position, AltitudeMeters": "the workout's route", "HeartRateBpm": "heartRate",
        "Cadence and others": "not stored",
      ]),
    FormatContent(
      "GPX: trk, trkseg, trkpt",
      [
        "type or name, time": "workout, paused between segments; appleExerciseTime, derived",
        "lat, lon, ele": "the workout's route and its distance", "hr": "heartRate",
        "points without time": "skipped as `damaged`",
        "impossible lat, lon": "the point's place is skipped as `badValue` or `valueOutOfRange`",
        "wpt, rte and others": "not stored",
      ]),
  ]

  private let activities: [OfferedFile]
  private let list: StravaList

  var files: [OfferedFile] { activities + list.lists }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    activities = files.free.filter { file in
      let head = String(decoding: file.head(), as: UTF8.self)
      // Routes of Apple's exports belong to its workouts.
      return (head.contains("<gpx") && !head.contains("creator=\"Apple Health Export\""))
        || head.contains("<TrainingCenterDatabase")
    }
    if activities.isEmpty { return nil }
    list = try StravaList(files)
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    for file in activities {
      var reader = SportReader()
      var source = try file.source()
      var scanner = XMLScanner(root: "gpx", chunk: 1 << 16, longest: 1 << 16, reportsText: true)
      var number = 0
      func addActivities() throws {
        for activity in reader.takeActivities() {
          number += 1
          try add(activity, list.activity(of: file), "\(file.name), activity \(number)", &batcher)
        }
      }
      while try scanner.fill({ try source.read(into: $0) }) > 0 {
        scanner.scan(into: &reader)
        try addActivities()
      }
      scanner.finish(into: &reader)
      try addActivities()
      guard reader.isComplete else { throw FormatDamage(reason: "\(file.name) is truncated") }
      for (reason, count) in reader.dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        batcher.skip(reason, at: "\(file.name), points", count: count)
      }
    }
  }

  private func add(
    _ activity: SportActivity, _ listed: StravaList.Activity?, _ place: String, _ batcher: inout FeedBatcher
  ) throws {
    let points = activity.segments.joined().sorted { $0.date < $1.date }
    // An activity in one place may have laps without points.
    let starts = [points.first?.date].compactMap { $0 } + activity.laps.map(\.start)
    let ends = [points.last?.date].compactMap { $0 } + activity.laps.map(\.end)
    guard let start = starts.min(), let end = ends.max(), start < end else {
      return batcher.skip(.missingStartDate, at: place)
    }
    var details = FeedBatcher.Details(provenance: batcher.provenance(activity.creator))
    let kind = listed?.activity ?? MetricCatalog.activity(named: activity.kind)
    details.metadata = listed?.metadata(kind) ?? []
    guard let sample = batcher.workout(kind, from: start, to: end, details, at: place) else { return }
    details.metadata = []
    let elapsed = end.timeIntervalSince(start)
    let moving = activity.laps.reduce(0) { $0 + $1.seconds }
    // Segments of a track end where the recording was paused.
    let gaps = zip(activity.segments, activity.segments.dropFirst()).compactMap { before, after in
      before.last.flatMap { last in
        after.first.flatMap { last.date < $0.date ? (last.date, $0.date) : nil }
      }
    }
    let paused = gaps.reduce(0) { $0 + $1.1.timeIntervalSince($1.0) }
    var workout = WorkoutRecord(
      sample: sample, duration: moving > 0 ? min(moving, elapsed) : max(0, elapsed - paused))
    workout.events = gaps.prefix(4_096).flatMap {
      [WorkoutEventRecord(type: 1, start: $0.0, end: $0.0), WorkoutEventRecord(type: 2, start: $0.1, end: $0.1)]
    }
    workout.events += activity.laps.dropFirst().prefix(4_096).map {
      WorkoutEventRecord(type: 3, start: $0.start, end: $0.start)
    }
    func add(_ type: String, _ unit: String, _ sum: Double) {
      guard sum > 0, SampleBounds.allows(sum) else { return }
      workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
    }
    let metres = activity.laps.reduce(0) { $0 + $1.metres }
    let energy = activity.laps.reduce(0) { $0 + $1.kilocalories }
    add(
      WorkoutTotal.distance.type(forActivity: kind), "m", metres > 0 ? metres : activity.length)
    add(TypeIdentifier.activeEnergyBurned, "kcal", energy)
    let route = points.compactMap(\.position)
    if !route.isEmpty { workout.routes = [batcher.route(route, details.provenance)] }
    try batcher.add(workout)
    for point in points {
      guard let rate = point.heartRate else { continue }
      try batcher.add(
        quantity: TypeIdentifier.heartRate, rate, "count/min", from: point.date, to: point.date, details, at: place)
    }
    details.isDerived = true
    try batcher.add(
      quantity: TypeIdentifier.appleExerciseTime, (workout.duration ?? 0) / 60, "min", from: start, to: end, details,
      at: place
    )
    if energy > 0 {
      try batcher.add(
        quantity: TypeIdentifier.activeEnergyBurned, energy, "kcal", from: start, to: end, details, at: place)
    }
  }
}

/// One recorded activity.
struct SportActivity {
  struct Point {
    var date: Date
    var position: RoutePoint?
    var heartRate: Double?
  }

  struct Lap {
    var start: Date
    /// Without pauses.
    var seconds = 0.0
    var metres = 0.0
    var kilocalories = 0.0
    var end: Date { start + seconds }
  }

  var kind = ""
  var creator = ""
  var laps: [Lap] = []
  /// Each recorded without a pause.
  var segments: [[Point]] = []

  /// The length of the path in metres, without the ways during pauses.
  var length: Double {
    var track = WorkoutTrack(count: 1)
    for segment in segments {
      track.beginRoute()
      for point in segment { point.position.map { track.add($0) } }
    }
    return track.length
  }
}
