import FoundationEssentials
import HealthImport
import HealthModel

/// Those activities of Strava's bulk export of which it has no file. The others are read from their files.
struct StravaFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "strava", title: "Strava's list of activities",
    replacement: .sameStart)

  static let contents = [
    FormatContent(
      "activities.csv",
      [
        "Activity Name, Activity Type, Activity Description": "name, kind and note of the workout in the file",
        "rows without a file: Activity Date, Elapsed Time, Moving Time, Distance":
          "workout; appleExerciseTime, derived",
        "rows without a file: Calories": "the workout's energy; activeEnergyBurned, derived",
        "others": "not stored: the files have them",
      ])
  ]

  private let list: StravaList

  var files: [OfferedFile] { list.lists }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    list = try StravaList(files)
    var hasRows = false
    try list.forEachRow { _ in hasRows = true }
    if !hasRows { return nil }
  }

  private static let provenance = Provenance(source: Source(name: "Strava"))

  mutating func read(into batcher: inout FeedBatcher) throws {
    try list.forEachRow { row in
      guard let start = StravaList.date(row.date) else { return batcher.skip(.badDate, at: row.place) }
      guard let seconds = row.seconds, seconds <= SampleBounds.longestMeasurement else {
        return batcher.skip(.missingValue, at: row.place)
      }
      let end = start + seconds
      let activity = row.activity.activity ?? WorkoutActivityCatalog.other
      var details = FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
      details.metadata = row.activity.metadata(activity)
      guard let sample = batcher.workout(activity, from: start, to: end, details, at: row.place) else { return }
      let moving = min(row.moving ?? seconds, seconds)
      var workout = WorkoutRecord(sample: sample, duration: moving)
      if let metres = row.metres, SampleBounds.allows(metres) {
        workout.statistics = [
          WorkoutStatisticsRecord(
            type: WorkoutTotal.distance.type(forActivity: activity), unit: "m", start: start, end: end, sum: metres)
        ]
      }
      if let energy = row.kilocalories, SampleBounds.allows(energy) {
        workout.statistics.append(
          WorkoutStatisticsRecord(
            type: TypeIdentifier.activeEnergyBurned, unit: "kcal", start: start, end: end, sum: energy))
      }
      try batcher.add(workout)
      details = FeedBatcher.Details(provenance: details.provenance, isDerived: true)
      try batcher.add(
        quantity: TypeIdentifier.appleExerciseTime, moving / 60, "min", from: start, to: end, details, at: row.place)
      guard let energy = row.kilocalories else { return }
      try batcher.add(
        quantity: TypeIdentifier.activeEnergyBurned, energy, "kcal", from: start, to: end, details, at: row.place)
    }
  }
}
