import FoundationEssentials
import HealthModel

/// The tables that the app Hadge commits to a repository: daily rings, daily distances, and workouts.
struct HadgeFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "hadge", title: "Hadge",
    rings: RingCoverage(move: .measured, exercise: .measured, stand: .measured, goals: true), replacement: .sameStart)

  private enum Kind {
    case activity, distances, workouts
  }

  private let files: [(file: OfferedFile, kind: Kind)]
  private let context: ImportContext

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.all.compactMap { file in
      guard let table = CSVTable(file.head(CSVTable.headLength)), let kind = Self.kind(of: table) else { return nil }
      return (file, kind)
    }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  private static func kind(of table: CSVTable) -> Kind? {
    func starts(_ headings: String...) -> Bool { table.headings.starts(with: headings) }
    if starts("Date", "Move Actual", "Move Goal") { return .activity }
    if starts("Date", "Distance Walking/Running", "Steps") { return .distances }
    if starts("UUID", "Start Date", "End Date", "Type") { return .workouts }
    return nil
  }

  /// The last day had not ended when the file was written, so its numbers are not final.
  func header(path: String) throws -> ImportHeader {
    var last: Day?
    for (file, kind) in files where kind == .activity {
      try table(file).forEachRow { row in
        guard let day = row.fields.first.flatMap(WallClock.day), SampleBounds.allows(day) else { return }
        last = max(last ?? day, day)
      }
    }
    return ImportHeader(path: path, asOf: last.map { context.instant($0) })
  }

  private func table(_ file: OfferedFile) throws -> CSVTable {
    guard let table = CSVTable(try file.bytes()) else { throw FormatDamage(reason: "\(file.name) has no heading") }
    return table
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    for (file, kind) in files {
      let table = try table(file)
      try table.forEachRow { row in
        let place = "\(file.lastName), line \(row.line)"
        guard row.fields.count == table.headings.count else { return batcher.skip(.damaged, at: place) }
        switch kind {
        case .activity: try readActivity(row, place, &batcher)
        case .distances: try readDistances(row, place, &batcher)
        case .workouts: try readWorkout(row, place, &batcher)
        }
      }
    }
  }

  /// The date, then for each ring the value and the goal.
  private func readActivity(_ row: CSVTable.Row, _ place: String, _ batcher: inout FeedBatcher) throws {
    guard let day = WallClock.day(row.fields[0]) else { return batcher.skip(.badDate, at: place) }
    let numbers = row.fields.dropFirst().prefix(6).map(CSVTable.number)
    guard numbers.count == 6, !numbers.contains(nil) else { return batcher.skip(.badValue, at: place) }
    let values = numbers.compactMap(\.self)
    guard values.allSatisfy({ $0 >= 0 && SampleBounds.allows($0) }) else {
      return batcher.skip(.valueOutOfRange, at: place)
    }
    try batcher.add(
      AppleSummaryRecord(
        day: day, energy: values[0], energyGoal: values[1], exercise: values[2], exerciseGoal: values[3],
        stand: values[4], standGoal: values[5]))
  }

  private static let distances = [
    (TypeIdentifier.distanceWalkingRunning, "m"), (TypeIdentifier.stepCount, "count"),
    ("HKQuantityTypeIdentifierDistanceSwimming", "m"), ("HKQuantityTypeIdentifierSwimmingStrokeCount", "count"),
    ("HKQuantityTypeIdentifierDistanceCycling", "m"), ("HKQuantityTypeIdentifierDistanceWheelchair", "m"),
    ("HKQuantityTypeIdentifierDistanceDownhillSnowSports", "m"),
  ]

  /// Daily sums. Zero means that nothing was measured, and is not a record.
  private func readDistances(_ row: CSVTable.Row, _ place: String, _ batcher: inout FeedBatcher) throws {
    guard let day = WallClock.day(row.fields[0]), SampleBounds.allows(day) else {
      return batcher.skip(.badDate, at: place)
    }
    let details = FeedBatcher.Details(provenance: batcher.provenance(""))
    let (start, end) = (context.instant(day), context.instant(day + 1))
    for (field, (type, unit)) in zip(row.fields.dropFirst(), Self.distances) {
      guard let value = CSVTable.number(field) else {
        batcher.skip(.badValue, at: place)
        continue
      }
      guard value != 0 else { continue }
      try batcher.add(quantity: type, value, unit, from: start, to: end, details, at: place)
    }
  }

  /// UUID, Start Date, End Date, Type, Name, Duration, Distance, Elevation Ascended, Flights Climbed, Swim Strokes,
  /// Total Energy.
  private func readWorkout(_ row: CSVTable.Row, _ place: String, _ batcher: inout FeedBatcher) throws {
    guard row.fields.count >= 11 else { return batcher.skip(.damaged, at: place) }
    guard let start = WallClock.instant(row.fields[1], context)?.date,
      let end = WallClock.instant(row.fields[2], context)?.date
    else { return batcher.skip(.badDate, at: place) }
    guard let number = CSVTable.number(row.fields[3]).flatMap({ Int(exactly: $0) }) else {
      return batcher.skip(.badValue, at: place)
    }
    let details = FeedBatcher.Details(
      provenance: batcher.provenance(""),
      metadata: [Metadata.Entry(key: "HKExternalUUID", value: .text(row.fields[0]))])
    guard
      let sample = batcher.workout(WorkoutActivityCatalog.known(number), from: start, to: end, details, at: place)
    else { return }
    let lasts = end.timeIntervalSince(start)
    let duration = CSVTable.number(row.fields[5]).flatMap { $0 >= 0 ? min($0, lasts) : nil }
    var workout = WorkoutRecord(sample: sample, duration: duration ?? lasts)
    for (field, type, unit) in [
      (6, TypeIdentifier.distanceWalkingRunning, "m"), (10, TypeIdentifier.activeEnergyBurned, "kcal"),
    ] {
      guard let sum = CSVTable.number(row.fields[field]), sum > 0, SampleBounds.allows(sum) else { continue }
      workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
    }
    try batcher.add(workout)
  }
}
