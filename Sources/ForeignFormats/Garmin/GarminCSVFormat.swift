import FoundationEssentials
import HealthImport
import HealthModel

/// The table of activities exported from Garmin Connect's website, with English headings.
///
/// It contains no units and no time zone: distances are omitted, and times are the user's local time.
struct GarminCSVFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "garmin-csv", title: "Garmin Connect's table of activities",
    replacement: .sameStart)

  static let contents = [
    FormatContent(
      "columns",
      [
        "Activity Type, Date, Time, Elapsed Time": "workout; appleExerciseTime, derived",
        "Calories": "the workout's energy; activeEnergyBurned, derived",
        "others": "not stored: their unit is not in the file",
      ])
  ]

  let files: [OfferedFile]
  private let context: ImportContext

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.free.filter { file in
      guard let table = CSVTable(file.head(CSVTable.headLength)) else { return false }
      return table.column("Activity Type") == 0 && table.column("Date") == 1 && table.column("Time") != nil
    }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  private static let provenance = Provenance(source: Source(name: "Garmin Connect"))

  mutating func read(into batcher: inout FeedBatcher) throws {
    for file in files {
      let table = try CSVTable(file)
      let time = table.column("Time")
      let (elapsed, calories) = (table.column("Elapsed Time"), table.column("Calories"))
      try table.forEachRow { row in
        func place() -> String { "\(file.lastName), line \(row.line)" }
        func field(_ index: Int?) -> String { index.flatMap { $0 < row.fields.count ? row.fields[$0] : nil } ?? "" }
        guard let start = WallClock.instant(field(1), context)?.date else { return batcher.skip(.badDate, at: place()) }
        guard let moving = Self.seconds(field(time)) else { return batcher.skip(.badValue, at: place()) }
        let lasts = max(moving, Self.seconds(field(elapsed)) ?? moving)
        let end = start.addingTimeInterval(lasts)
        var details = FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
        let name = field(0)
        let activity = MetricCatalog.activity(named: name)
        details.metadata =
          [Metadata.Entry(key: MetadataKey.workoutName, value: .text(name))]
          + Metadata.Entry.unlisted(activity: activity, named: name)
        guard
          let sample = batcher.workout(activity, from: start, to: end, details, at: place())
        else { return }
        var workout = WorkoutRecord(sample: sample, duration: moving)
        let energy = CSVTable.number(field(calories)).flatMap { $0 > 0 && SampleBounds.allows($0) ? $0 : nil }
        if let energy {
          workout.statistics.append(
            WorkoutStatisticsRecord(
              type: TypeIdentifier.activeEnergyBurned, unit: "kcal", start: start, end: end, sum: energy))
        }
        try batcher.add(workout)
        details = FeedBatcher.Details(provenance: details.provenance, isDerived: true)
        if moving > 0 {
          try batcher.add(
            quantity: TypeIdentifier.appleExerciseTime, moving / 60, "min", from: start, to: end, details, at: place())
        }
        if let energy {
          try batcher.add(
            quantity: TypeIdentifier.activeEnergyBurned, energy, "kcal", from: start, to: end, details, at: place())
        }
      }
    }
  }

  /// `01:02:03`, `02:03.5`; nil for anything else, and for more than a week.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { CSVTable.number(String($0)) }
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
    let seconds = parts.compactMap(\.self).reduce(0) { $0 * 60 + $1 }
    return seconds <= 7 * 86_400 ? seconds : nil
  }
}
