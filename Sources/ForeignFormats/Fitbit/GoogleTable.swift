import FoundationEssentials
import HealthImport
import HealthModel

/// Google's own tables of a Takeout, with dates in UTC. Older Takeouts have the same in Fitbit's files; of newer ones some
/// time is only in these.
struct GoogleTable {
  enum Content {
    /// A value during the minute that begins then, at the moment, or of the day.
    case minute(String, unit: String)
    case instant(String, unit: String, factor: Double)
    case day(String, unit: String)
    /// 1 in each column that applies to the minute.
    case activeMinutes
    /// All energy of a minute.
    case energy
    case stages
    case exercises
  }

  /// How the name of the file begins; a date follows.
  var name: String
  /// The headings that it begins with.
  var headings: [String]
  var content: Content

  static let all = [
    GoogleTable(
      name: "steps_", headings: ["timestamp", "steps"], content: .minute(TypeIdentifier.stepCount, unit: "count")),
    GoogleTable(
      name: "distance_", headings: ["timestamp", "distance"],
      content: .minute(TypeIdentifier.distanceWalkingRunning, unit: "m")),
    GoogleTable(
      name: "heart_rate_", headings: ["timestamp", "beats per minute"],
      content: .instant(TypeIdentifier.heartRate, unit: "count/min", factor: 1)),
    GoogleTable(
      name: "daily_resting_heart_rate", headings: ["timestamp", "beats per minute"],
      content: .day("HKQuantityTypeIdentifierRestingHeartRate", unit: "count/min")),
    GoogleTable(
      name: "heart_rate_variability_",
      headings: ["timestamp", "root mean square of successive differences milliseconds"],
      content: .instant("HKQuantityTypeIdentifierHeartRateVariabilityRMSSD", unit: "ms", factor: 1)),
    GoogleTable(
      name: "oxygen_saturation_", headings: ["timestamp", "oxygen saturation percentage"],
      content: .instant("HKQuantityTypeIdentifierOxygenSaturation", unit: "%", factor: 0.01)),
    GoogleTable(
      name: "weight", headings: ["timestamp", "weight grams"],
      content: .instant("HKQuantityTypeIdentifierBodyMass", unit: "g", factor: 1)),
    GoogleTable(
      name: "active_minutes_", headings: ["timestamp", "light", "moderate", "very"], content: .activeMinutes),
    GoogleTable(name: "calories_", headings: ["timestamp", "calories"], content: .energy),
    GoogleTable(
      name: "UserSleepStages_", headings: ["sleep_id", "sleep_stage_id", "sleep_stage_type"], content: .stages),
    GoogleTable(
      name: "UserExercises_", headings: ["exercise_id", "exercise_start", "exercise_end"], content: .exercises),
  ]

  /// The table with these headings and this name; nil if it is none of them.
  static func table(_ csv: CSVTable, _ file: OfferedFile) -> GoogleTable? {
    guard file.name.contains("GoogleData/") else { return nil }
    return all.first { table in
      guard file.lastName.hasPrefix(table.name), csv.headings.starts(with: table.headings) else { return false }
      return file.lastName.dropFirst(table.name.count).first.map { $0.isNumber || $0 == "." || $0 == "_" } ?? false
    }
  }

  /// The columns that are read, and what they are stored as, for the documentation.
  var fields: (name: String, stored: String) {
    let value = headings[1]
    return switch content {
    case .minute(let identifier, _): (value, StandHours.contents(identifier))
    case .instant(let identifier, _, _), .day(let identifier, _): (value, FormatContent.type(identifier))
    case .activeMinutes: ("moderate, very", "appleExerciseTime, derived")
    case .energy: (value, "activeEnergyBurned above the day's lowest minute, derived; at rest skipped as `atRest`")
    case .stages: ("sleep_stage_type, sleep_stage_start, sleep_stage_end", "sleepAnalysis")
    case .exercises: ("activity_name, exercise_start, exercise_end, tracker_total_…, tracker_avg_heart_rate", "workout")
    }
  }
}

extension FitbitReader {
  /// Reads what Fitbit's own files, which have been read before, lack.
  mutating func read(_ file: OfferedFile, _ table: GoogleTable) throws {
    let csv = try CSVTable(file)
    func column(_ name: String) throws -> Int {
      guard let column = csv.column(name) else { throw FormatDamage(reason: "\(file.name) has no column \(name)") }
      return column
    }
    let source = csv.column("data source")
    let value = 1
    switch table.content {
    case .minute(let identifier, let unit):
      try forEachRow(csv, file, until: value) { reader, row, start, place in
        guard let number = CSVTable.number(row.fields[value]), number >= 0 else {
          return reader.batcher.skip(.missingValue, at: place)
        }
        let provenance = Self.provenance(row, source)
        try reader.addNew(identifier, number, unit, from: start, to: start + 60, provenance, at: place)
        if identifier == TypeIdentifier.stepCount {
          reader.standHours.add(number, from: start, to: start + 60, by: provenance)
        }
      }
    case .instant(let identifier, let unit, let factor):
      try forEachRow(csv, file, until: value) { reader, row, start, place in
        let number = CSVTable.number(row.fields[value]).flatMap { $0 > 0 ? $0 * factor : nil }
        try reader.addNew(identifier, number, unit, from: start, to: start, Self.provenance(row, source), at: place)
      }
    case .day(let identifier, let unit):
      try csv.forEachRow { row in
        let place = "\(file.lastName), line \(row.line)"
        guard let (day, _) = row.fields.first.flatMap({ WallClock.civil(String($0.prefix(10))) }),
          SampleBounds.allows(day), row.fields.count > value
        else { return batcher.skip(.badDate, at: place) }
        let number = CSVTable.number(row.fields[value]).flatMap { $0 > 0 ? $0 : nil }
        try addNew(
          identifier, number, unit, from: context.instant(day), to: context.instant(day + 1),
          Self.provenance(row, source), at: place)
      }
    case .activeMinutes:
      let columns = try (column("moderate"), column("very"))
      try forEachRow(csv, file, until: max(columns.0, columns.1)) { reader, row, start, place in
        let day = Int((start.timeIntervalSince1970 + Double(reader.context.offset(at: start))) / 86_400)
        guard !Self.isMirror(row, source), reader.activeMinutes[day] == nil else {
          return reader.batcher.skip("repeatedDay", at: place)
        }
        let minutes = [columns.0, columns.1].compactMap { CSVTable.number(row.fields[$0]) }.reduce(0, +)
        guard minutes > 0 else { return reader.batcher.skip("atRest", at: place) }
        var details = reader.details
        details.isDerived = true
        try reader.batcher.add(
          quantity: TypeIdentifier.appleExerciseTime, min(1, minutes), "min", from: start, to: start + 60, details,
          at: place)
      }
    case .energy:
      let known = knownEnergy ?? Set(energy.days)
      knownEnergy = known
      try forEachRow(csv, file, until: value) { reader, row, start, place in
        let seconds = Int(start.timeIntervalSince1970) + reader.context.offset(at: start)
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        guard !Self.isMirror(row, source), !known.contains(day) else {
          return reader.batcher.skip("repeatedDay", at: place)
        }
        guard let number = CSVTable.number(row.fields[value]), number >= 0 else {
          return reader.batcher.skip(.missingValue, at: place)
        }
        reader.energy.add(number, day: day, minute: (seconds - day * 86_400) / 60)
      }
    case .stages:
      let (stage, first, last) = try (
        column("sleep_stage_type"), column("sleep_stage_start"), column("sleep_stage_end")
      )
      try forEachRow(csv, file, start: first, until: max(stage, last)) { reader, row, start, place in
        guard let end = WallClock.instant(row.fields[last], reader.context)?.date else {
          return reader.batcher.skip(.badDate, at: place)
        }
        guard !reader.isKnown(TypeIdentifier.sleepAnalysis, start...max(start, end)) else {
          return reader.batcher.skip("repeatedDay", at: place)
        }
        try reader.addStage(row.fields[stage].lowercased(), from: start, to: end, at: place)
      }
    case .exercises:
      let (name, last) = try (column("activity_name"), column("exercise_end"))
      let columns = [
        "calories": csv.column("tracker_total_calories"), "steps": csv.column("tracker_total_steps"),
        "distance": csv.column("tracker_total_distance_mm"), "elevationGain": csv.column("tracker_total_altitude_mm"),
        "averageHeartRate": csv.column("tracker_avg_heart_rate"),
      ].compactMapValues { $0 }
      let deleted = csv.column("deletion_reason")
      try forEachRow(csv, file, start: try column("exercise_start"), until: max(name, last)) {
        reader, row, start, place in
        guard let end = WallClock.instant(row.fields[last], reader.context)?.date else {
          return reader.batcher.skip(.badDate, at: place)
        }
        if let deleted, deleted < row.fields.count, !["", "UNSPECIFIED"].contains(row.fields[deleted]) {
          return reader.batcher.skip("deleted", at: place)
        }
        guard !reader.isKnown(TypeIdentifier.workout, start...max(start, end)) else {
          return reader.batcher.skip("repeatedDay", at: place)
        }
        var numbers = columns.compactMapValues { place in
          place < row.fields.count ? CSVTable.number(row.fields[place]) : nil
        }
        for key in ["distance", "elevationGain"] { numbers[key] = numbers[key].map { $0 / 1_000 } }
        try reader.addWorkout(row.fields[name], from: start, to: end, numbers, distanceUnit: "m", at: place)
      }
    }
  }

  /// Calls the body with each row, its date and its place.
  private mutating func forEachRow(
    _ csv: CSVTable, _ file: OfferedFile, start column: Int = 0, until last: Int,
    _ body: (inout FitbitReader, CSVTable.Row, Date, String) throws -> Void
  ) throws {
    try csv.forEachRow { row in
      let place = "\(file.lastName), line \(row.line)"
      guard row.fields.count > max(column, last) else { return batcher.skip(.damaged, at: place) }
      guard let start = WallClock.instant(row.fields[column], context)?.date else {
        return batcher.skip(.badDate, at: place)
      }
      try body(&self, row, start, place)
    }
  }

  /// Each device and program is a source of its own: they count the same steps.
  private static func provenance(_ row: CSVTable.Row, _ column: Int?) -> Provenance {
    guard let column, column < row.fields.count, !row.fields[column].isEmpty else { return provenance }
    return Provenance(source: Source(name: row.fields[column]))
  }

  /// Whether Google received the row from Health Connect or HealthKit, which have the others' too.
  private static func isMirror(_ row: CSVTable.Row, _ column: Int?) -> Bool {
    let name = provenance(row, column).source.name
    return name.hasSuffix("Health Connect") || name.hasSuffix("Health Kit")
  }

  /// Adds a value of a time of which Fitbit's own files have none.
  private mutating func addNew(
    _ identifier: String, _ value: Double?, _ unit: String, from start: Date, to end: Date, _ provenance: Provenance,
    at place: String
  ) throws {
    guard !isKnown(identifier, start...start) else { return batcher.skip("repeatedDay", at: place) }
    let details = FeedBatcher.Details(provenance: batcher.tables.provenance(provenance))
    try batcher.add(identifier, value, unit, from: start, to: end, details, at: place)
  }
}
