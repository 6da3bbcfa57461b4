import FoundationEssentials
import HealthImport
import HealthModel

/// The `activities.csv` of Strava's bulk export: what its user calls each activity, and what kind it is.
///
/// ```
/// Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,…,Filename,Athlete Weight,Bike Weight,…
/// 9001,"Jul 1, 2025, 6:30:00 AM",Morning ride,Ride,Easy,3700,…,activities/9001.fit.gz,…
/// ```
///
/// The headings are in the user's language, so columns are found by their position: the first ones, and those around the
/// column with the names of files.
struct StravaList {
  struct Activity {
    var name: String
    var kind: String
    var note: String

    /// nil if HealthKit has no such activity.
    var activity: Int? {
      let letters = kind.lowercased().filter(\.isLetter)
      let activity = StravaList.kinds[letters].flatMap { kind in
        WorkoutActivityCatalog.all.first { $0.name == kind }?.rawValue
      }
      return activity ?? MetricCatalog.activity(named: kind).nonOther
    }

    /// - Parameter activity: the one that is stored.
    func metadata(_ activity: Int) -> [Metadata.Entry] {
      [(MetadataKey.workoutName, name), (MetadataKey.note, note)].compactMap { key, text in
        text.isEmpty ? nil : Metadata.Entry(key: key, value: .text(text))
      } + Metadata.Entry.unlisted(activity: activity, named: kind)
    }
  }

  /// One of which there is no file: entered by hand, or recorded by a machine.
  struct Row {
    var place: String
    var activity: Activity
    var date: String
    var seconds: Double?
    var moving: Double?
    var metres: Double?
    var kilocalories: Double?
  }

  /// By the name of the file.
  private var activities: [String: Activity] = [:]
  private let files: Set<String>
  /// The lists themselves.
  let lists: [OfferedFile]
  private let tables: [(name: String, table: CSVTable)]

  /// - Parameter files: those of the export; one without a list has no activities.
  init(_ files: OfferedFiles) throws {
    let read = files.all.filter { $0.lastName == "activities.csv" }.compactMap { file -> (OfferedFile, CSVTable)? in
      guard let table = CSVTable(file.head(CSVTable.headLength)), table.headings.count >= Column.note + 5,
        ["ID", "id", "-ID"].contains(where: table.headings[0].hasSuffix) || table.headings[0].contains("ID ")
      else { return nil }
      return (try? CSVTable(file)).map { (file, $0) }
    }
    lists = read.map(\.0)
    tables = read.map { ($0.name, $1) }
    self.files = tables.isEmpty ? [] : Set(files.all.map(\.name))
    for (name, table) in tables {
      try table.forEachRow { row in
        guard let file = file(of: row, name)?.name else { return }
        activities[file] = Self.activity(row.fields)
      }
    }
  }

  /// The column with a file's name; its name, if it is there, as it is offered.
  private func file(of row: CSVTable.Row, _ list: String) -> (column: Int, name: String?)? {
    guard let column = row.fields.firstIndex(where: { $0.hasPrefix("activities/") }) else { return nil }
    let name = String(list.dropLast("activities.csv".count)) + row.fields[column]
    return (column, files.contains(name) ? name : nil)
  }

  func activity(of file: OfferedFile) -> Activity? { activities[file.name] }

  private enum Column {
    static let date = 1
    static let name = 2
    static let kind = 3
    static let note = 4
    static let seconds = 5
    /// After the one with the names of files and two weights: elapsed and moving time in seconds, and metres.
    static let measured = 3
  }

  private static func activity(_ fields: CSVTable.Fields) -> Activity {
    func text(_ column: Int) -> String { column < fields.count ? CSVTable.trimmed(fields[column]) : "" }
    return Activity(name: text(Column.name), kind: text(Column.kind), note: text(Column.note))
  }

  /// The activities of which there is no file.
  func forEachRow(_ body: (Row) throws -> Void) throws {
    for (name, table) in tables {
      // Where no row of a list in another language has a file, nothing shows which column it is.
      var column = table.column("Filename")
      if column == nil { try table.forEachRow { row in column = column ?? file(of: row, name)?.column } }
      guard let column else { continue }
      // Far behind the others, so only by its name in English.
      let energy = table.column("Calories")
      try table.forEachRow { row in
        guard file(of: row, name)?.name == nil else { return }
        func number(_ column: Int) -> Double? {
          column < row.fields.count ? CSVTable.number(row.fields[column]).flatMap { $0 > 0 ? $0 : nil } : nil
        }
        let measured = column + Column.measured
        try body(
          Row(
            place: "\(name), line \(row.line)", activity: Self.activity(row.fields),
            date: Column.date < row.fields.count ? row.fields[Column.date] : "",
            seconds: number(measured) ?? number(Column.seconds), moving: number(measured + 1),
            metres: number(measured + 2), kilocalories: energy.flatMap(number)))
      }
    }
  }

  /// `Jul 1, 2025, 6:30:00 PM`, `01.07.2025, 18:30:00` or `2025-07-01 18:30:00`, in UTC.
  static func date(_ text: String) -> Date? {
    let words: [String] = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    let clock: [String]
    let day: Day?
    if words.count >= 4, let month = months.firstIndex(of: words[0].prefix(3).lowercased()), let date = Int(words[1]),
      let year = Int(words[2])
    {
      (day, clock) = (Day(year: year, month: month + 1, day: date), Array(words[3...]))
    } else {
      let first = words.first ?? ""
      let parts: [Int] = first.split(separator: ".").compactMap { Int($0) }
      day = parts.count == 3 ? Day(year: parts[2], month: parts[1], day: parts[0]) : WallClock.day(first)
      clock = Array(words.dropFirst())
    }
    guard let day, !clock.isEmpty, let time = WallClock.civil("2000-01-01 " + clock.joined(separator: " ")) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(day.number) * 86_400 + time.seconds)
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Those that are not named as HealthKit's, by their letters.
  static let kinds = [
    "alpineski": "downhillSkiing", "backcountryski": "crossCountrySkiing", "nordicski": "crossCountrySkiing",
    "rollerski": "crossCountrySkiing", "snowboard": "snowboarding", "snowshoe": "snowSports",
    "iceskate": "skatingSports",
    "inlineskate": "skatingSports", "skateboard": "skatingSports", "canoeing": "paddleSports",
    "kayaking": "paddleSports",
    "standuppaddling": "paddleSports", "kitesurf": "surfingSports", "windsurf": "surfingSports",
    "surfing": "surfingSports", "sail": "sailing", "rockclimb": "climbing", "rockclimbing": "climbing",
    "crossfit": "crossTraining", "weighttraining": "traditionalStrengthTraining", "stairstepper": "stairClimbing",
    "handcycle": "handCycling", "velomobile": "cycling", "virtualrow": "rowing", "wheelchair": "wheelchairRunPace",
    "football": "soccer", "hiit": "highIntensityIntervalTraining",
    // In German, French and Spanish.
    "lauf": "running", "radfahrt": "cycling", "courseàpied": "running", "vélo": "cycling", "natation": "swimming",
    "marche": "walking", "carrera": "running",
  ]
}

extension Int {
  /// The number of an activity, nil for that of any other.
  fileprivate var nonOther: Int? { self == WorkoutActivityCatalog.other ? nil : self }
}
