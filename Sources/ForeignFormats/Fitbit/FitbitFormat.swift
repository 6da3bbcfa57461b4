import FoundationEssentials
import HealthImport
import HealthModel

/// The Fitbit data of a Google Takeout: JSON files, each with one measure for one day or month, distinguished by
/// name, and tables.
///
/// Steps, distance, heart rate and workouts are in UTC; energy, sleep and the minutes of a day in local time.
struct FitbitFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "fitbit", title: "Fitbit takeout",
    replacement: .sameStart)

  enum Measure: String, CaseIterable {
    case steps = "steps-"
    case distance = "distance-"
    case calories = "calories-"
    case heartRate = "heart_rate-"
    case restingHeartRate = "resting_heart_rate-"
    case moderateMinutes = "moderately_active_minutes-"
    case veryActiveMinutes = "very_active_minutes-"
    case sleep = "sleep-"
    case exercise = "exercise-"
    case weight = "weight-"
    case fitness = "demographic_vo2_max-"
    case runningFitness = "run_vo2_max-"
    case water = "water_logs-"

    fileprivate var content: FormatContent {
      let name = rawValue + "….json"
      func stored(_ text: String) -> FormatContent { FormatContent(name, stored: text) }
      return switch self {
      case .steps: stored(StandHours.contents(TypeIdentifier.stepCount))
      case .distance: stored("distanceWalkingRunning")
      case .calories: stored("activeEnergyBurned above the day's lowest minute, derived; at rest skipped as `atRest`")
      case .heartRate: stored("heartRate")
      case .restingHeartRate: stored("restingHeartRate")
      case .moderateMinutes, .veryActiveMinutes: stored("appleExerciseTime of the day, both together, derived")
      case .sleep:
        FormatContent(
          name, ["levels.data": "sleepAnalysis", "levels.shortData": "sleepAnalysis, awake during other stages"])
      case .exercise:
        FormatContent(
          name,
          [
            "activityName, startTime, duration, activeDuration": "workout",
            "calories, distance, steps, averageHeartRate, elevationGain": "of the workout",
          ])
      case .weight:
        FormatContent(name, FitbitReader.scale.map { ($0.key, FormatContent.type($0.identifier)) })
      case .fitness, .runningFitness: stored("vo2Max")
      case .water: stored("dietaryWater")
      }
    }
  }

  static var contents: [FormatContent] {
    let tables = FitbitTable.all.map { table in
      FormatContent(
        "table with \(table.headings.joined(separator: ", "))",
        [(table.column, FormatContent.type(table.identifier))])
    }
    let googleTables = GoogleTable.all.map { FormatContent("GoogleData, \($0.name)….csv", [$0.fields]) }
    let skipped = FitbitTable.skipped.map {
      FormatContent($0.name, skipped: .unsupportedElement, because: $0.reason)
    }
    return Measure.allCases.map(\.content) + tables + googleTables + skipped + [
      FormatContent("other .json and .csv files", skipped: .unsupportedElement, because: "once each")
    ]
  }

  private let lists: [(file: OfferedFile, measure: Measure)]
  private let tables: [(file: OfferedFile, table: FitbitTable)]
  private let googleTables: [(file: OfferedFile, table: GoogleTable)]
  private let profiles: [OfferedFile]
  /// Those of which another Takeout at the path has the same or more.
  private let repeated: [OfferedFile]
  /// Files with other measures in the same folders.
  private let others: [OfferedFile]
  private let context: ImportContext

  var files: [OfferedFile] {
    lists.map(\.file) + tables.map(\.file) + googleTables.map(\.file) + profiles + repeated + others
  }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    var known: [(OfferedFile, Measure)] = []
    var tables: [(OfferedFile, FitbitTable)] = []
    var googleTables: [(OfferedFile, GoogleTable)] = []
    var others: [OfferedFile] = []
    for file in files.free where file.lastName.lowercased().hasSuffix(".csv") {
      guard Self.isInTakeout(file), file.lastName.lowercased() != "profile.csv" else { continue }
      if let csv = CSVTable(file.head(1_024)), let table = FitbitTable.table(csv, name: file.name) {
        tables.append((file, table))
      } else if let csv = CSVTable(file.head(4_096)), let table = GoogleTable.table(csv, file) {
        googleTables.append((file, table))
      } else {
        others.append(file)
      }
    }
    for file in files.free where file.lastName.lowercased().hasSuffix(".json") {
      let name = file.lastName.lowercased()
      let measure = Measure.allCases.first { name.hasPrefix($0.rawValue) }
      guard let measure else {
        if Self.isInTakeout(file) { others.append(file) }
        continue
      }
      if Self.holds(measure, file.head()) { known.append((file, measure)) }
    }
    guard !known.isEmpty || !tables.isEmpty || !googleTables.isEmpty else { return nil }
    let all = known.map(\.0) + tables.map(\.0) + googleTables.map(\.0)
    let largest = Dictionary(all.map { ($0.lastName, $0) }) {
      $1.size > $0.size ? $1 : $0
    }
    func isLargest(_ file: OfferedFile) -> Bool { largest[file.lastName]?.name == file.name }
    lists = known.filter { isLargest($0.0) }
    self.tables = tables.filter { isLargest($0.0) }
    self.googleTables = googleTables.filter { isLargest($0.0) }
    repeated = all.filter { !isLargest($0) }
    self.others = others
    profiles = files.free.filter { $0.lastName.lowercased() == "profile.csv" }
    self.context = context
  }

  /// Google renamed the folder.
  private static func isInTakeout(_ file: OfferedFile) -> Bool {
    file.name.contains("Fitbit/") || file.name.contains("Google Health/")
  }

  /// Whether the text begins like one with its measure: a list of objects with the expected keys.
  private static func holds(_ measure: Measure, _ head: [UInt8]) -> Bool {
    let text = String(decoding: head.filter { !$0.isBlank }, as: UTF8.self)
    guard text.hasPrefix("[{") else { return text == "[]" }
    switch measure {
    case .sleep: return text.contains("\"dateOfSleep\":")
    case .exercise, .weight, .water: return text.contains("\"logId\":")
    default: return text.contains("\"dateTime\":") && text.contains("\"value\":")
    }
  }

  /// The person's time zone, from the profile.
  private func profileZone() -> TimeZone? {
    for file in profiles {
      guard let table = CSVTable(file.head()), let column = table.column("timezone") else { continue }
      var zone: TimeZone?
      try? table.forEachRow { row in
        if row.fields.indices.contains(column), zone == nil { zone = TimeZone(identifier: row.fields[column]) }
      }
      if let zone { return zone }
    }
    return nil
  }

  func header(path: String) throws -> ImportHeader {
    ImportHeader(path: path, homeZone: context.isZoneChosen ? nil : profileZone()?.identifier)
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    for file in others { batcher.skip(.unsupportedElement, at: file.name) }
    for file in repeated { batcher.skip(.repeatedFile, at: file.name) }
    let zone = context.isZoneChosen ? nil : profileZone()
    if let zone { batcher.note("Its profile's time zone is \(zone.identifier).") }
    var reader = FitbitReader(
      context: zone.map(context.replacing(zone:)) ?? context, batcher: batcher,
      isZoneKnown: context.isZoneChosen || zone != nil)
    defer { batcher = reader.batcher }
    for (file, table) in tables { try reader.read(file, table) }
    for (file, measure) in lists {
      do {
        try reader.read(file, measure)
      } catch let error as JSONError {
        throw FormatDamage(reason: "\(file.name): \(error.place.isEmpty ? "it" : error.place) \(error.reason)")
      }
    }
    for (file, table) in googleTables { try reader.read(file, table) }
    try reader.finish()
  }
}
