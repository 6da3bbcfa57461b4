import FoundationEssentials
import HealthImport
import HealthModel

/// The tables that the app Hadge commits to a repository: rings and distances by day, workouts with their routes and
/// series, and measurements of the body, sleep and others.
struct HadgeFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "hadge", title: "Hadge",
    replacement: .sameStart)

  /// What a table contains, by its headings.
  enum Kind: CaseIterable {
    case activity, distances, workouts, quantities, categories, pressures, heartRates, route, series

    /// Whether its rows have only a day.
    var hasDays: Bool { self == .activity || self == .distances || self == .heartRates }

    fileprivate var headings: [String] {
      switch self {
      case .activity: ["Date", "Move Actual", "Move Goal"]
      case .distances: ["Date", "Distance Walking/Running", "Steps"]
      case .workouts: ["UUID", "Start Date", "End Date", "Type", "Name"]
      case .quantities: ["UUID", "Start Date", "End Date", "Type", "Value", "Unit"]
      case .categories: ["UUID", "Start Date", "End Date", "Type", "Value", "Source"]
      case .pressures: ["UUID", "Start Date", "End Date", "Systolic", "Diastolic"]
      case .heartRates: ["Date", "Minimum", "Maximum", "Average", "Unit"]
      case .route: ["Date", "Latitude", "Longitude", "Altitude"]
      case .series: ["Start Date", "End Date"]
      }
    }

    init?(_ table: CSVTable) {
      guard let kind = Self.allCases.first(where: { table.headings.starts(with: $0.headings) }) else { return nil }
      // Many tables begin with two dates.
      if kind == .series, table.headings.count < 3 || HadgeReader.series(table.headings[2]) == nil { return nil }
      self = kind
    }
  }

  static var contents: [FormatContent] {
    Kind.allCases.map { kind in
      let columns = kind.headings.joined(separator: ", ")
      let stored =
        switch kind {
        case .activity: "the rings of the day with their goals"
        case .distances:
          HadgeReader.distances.map { FormatContent.type($0.0) }.joined(separator: ", ") + " of the day"
        case .workouts: "workout with energy, distance, flights, strokes and elevation"
        case .quantities: "the type with that name; an unknown one keeps its name and unit"
        case .categories: "sleepAnalysis, mindfulSession"
        case .pressures: "bloodPressure"
        case .heartRates: "heartRate, a day's mean with its lowest and highest, derived"
        case .route: "the workout's route"
        case .series: "by the third heading: " + HadgeReader.series.keys.sorted().joined(separator: ", ")
        }
      return FormatContent("table with \(columns)", stored: stored)
    } + [FormatContent("other .csv files", skipped: .unsupportedElement, because: "once each")]
  }

  private let tables: [(file: OfferedFile, kind: Kind)]
  /// Tables of other kinds.
  private let others: [OfferedFile]
  private let context: ImportContext

  var files: [OfferedFile] { tables.map(\.file) + others }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    var known: [(OfferedFile, Kind)] = []
    var others: [OfferedFile] = []
    for file in files.free {
      if let kind = CSVTable(file.head(CSVTable.headLength)).flatMap(Kind.init) {
        known.append((file, kind))
      } else if file.lastName.lowercased().hasSuffix(".csv") {
        others.append(file)
      }
    }
    tables = known
    self.others = others
    self.context = context
    if tables.isEmpty { return nil }
  }

  /// The last day had not ended when the file was written, so its numbers are not final.
  func header(path: String) throws -> ImportHeader {
    let shifts = try shifts()
    var last: Day?
    for (file, kind) in tables where kind == .activity {
      let shift = shifts(file)
      try CSVTable(file).forEachRow { row in
        guard let day = HadgeReader.day(row), SampleBounds.allows(day + shift) else { return }
        last = max(last ?? day + shift, day + shift)
      }
    }
    return ImportHeader(path: path, asOf: last.map { context.instant($0) })
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    let shifts = try shifts()
    let shifted = tables.filter { $0.kind.hasDays && shifts($0.file) > 0 }.map(\.file.name)
    if !shifted.isEmpty {
      let all = shifted.count == tables.count { $0.kind.hasDays }
      batcher.note(
        "The days \(all ? "" : "in \(shifted.sorted().joined(separator: ", ")) ")were written in UTC, and are stored one later."
      )
    }
    var reader = HadgeReader(context: context, batcher: batcher)
    defer { batcher = reader.batcher }
    for file in others { reader.batcher.skip(.unsupportedElement, at: file.name) }
    for (file, kind) in tables where kind == .route { reader.offer(route: file) }
    for (file, kind) in tables where kind != .route {
      reader.shift = shifts(file)
      let table = try CSVTable(file)
      // Captured by each row, so no more than is needed.
      let (name, headings) = (file.name, table.headings)
      try table.forEachRow { row in
        func place() -> String { "\(name), line \(row.line)" }
        guard row.fields.count == headings.count else { return reader.batcher.skip(.damaged, at: place()) }
        try reader.read(row, kind, headings, place)
      }
    }
    try reader.finish()
  }

  // MARK: - Days

  /// How many days later each row of a day belongs: 1 if the app wrote the days in UTC east of Greenwich, where a day begins
  /// on the date before.
  ///
  /// A year's file then begins on 31 December of the year before, and ends on 30 December. The app has changed, and people
  /// move: each file is like the latest one up to its year that has either end. Where none has, the day of each workout and
  /// of the exercise minutes decides.
  private func shifts() throws -> (OfferedFile) -> Int {
    var known: [Int: Int] = [:]
    var days: [Day: Double] = [:]
    var workouts: [(start: Date, minutes: Double)] = []
    for (file, kind) in tables {
      switch kind {
      case .activity, .distances:
        var (first, last): (Day?, Day?) = (nil, nil)
        try CSVTable(file).forEachRow { row in
          guard let day = HadgeReader.day(row), SampleBounds.allows(day) else { return }
          first = min(first ?? day, day)
          last = max(last ?? day, day)
          if kind == .activity, row.fields.count > 3 { days[day] = CSVTable.number(row.fields[3]) }
        }
        guard let first, let last, let year = Self.year(file) else { continue }
        if first == Day(year: year - 1, month: 12, day: 31) {
          known[year] = 1
        } else if first == Day(year: year, month: 1, day: 1) || last == Day(year: year, month: 12, day: 31) {
          known[year] = known[year] ?? 0
        }
      case .workouts:
        try CSVTable(file).forEachRow { row in
          guard row.fields.count > 5, let start = WallClock.instant(row.fields[1], context)?.date,
            let seconds = CSVTable.number(row.fields[5]), SampleBounds.allows(start)
          else { return }
          workouts.append((start, seconds / 60))
        }
      default: continue
      }
    }
    // The minutes of workouts that the rings of their days have room for.
    func explained(_ shift: Int) -> Double {
      workouts.reduce(0) { sum, workout in
        sum + min(days[context.day(of: workout.start) - shift] ?? 0, workout.minutes)
      }
    }
    let assumed = explained(1) > explained(0) * 1.2 ? 1 : 0
    return { file in
      let year = Self.year(file) ?? .max
      let nearest = known.keys.filter { $0 <= year }.max() ?? known.keys.min()
      return nearest.flatMap { known[$0] } ?? assumed
    }
  }

  /// `2019.csv`
  private static func year(_ file: OfferedFile) -> Int? {
    Int(file.lastName.prefix { $0 != "." }).flatMap { (1...9_999).contains($0) ? $0 : nil }
  }
}
