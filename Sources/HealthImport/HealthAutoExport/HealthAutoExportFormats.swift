import FoundationEssentials
package import HealthModel

extension FormatDescription {
  package static let healthAutoExport = FormatDescription(
    feed: HealthAutoExportImporter.feed, title: "Health Auto Export",
    replacement: .overlapping)
}

/// The JSON files of Health Auto Export, which have the format of its requests.
package struct HealthAutoExportJSONFormat: ImportFormat {
  package static let description = FormatDescription.healthAutoExport

  /// When the newest record of each file begins, which is found once although the files are read twice.
  private final class NewestRecords {
    var dates: [Date?]?
  }

  package let files: [OfferedFile]
  private let context: ImportContext
  private let newest = NewestRecords()

  package init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.free.filter { Self.isDelivery($0.head()) }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  /// Whether the text begins with an object of sections under `data`.
  private static func isDelivery(_ head: [UInt8]) -> Bool {
    // The keys in order, ignoring white space.
    let tokens = head.filter { !$0.isBlank && !JSONLimits.byteOrderMark.contains($0) }.prefix(64)
    let text = String(decoding: tokens, as: UTF8.self)
    return HealthAutoExportParser.Section.allCases.contains { text.hasPrefix("{\"data\":{\"\($0.rawValue)\":") }
  }

  package func header(path: String) throws -> ImportHeader {
    let first = try files.first.flatMap { try HealthAutoExportImporter.firstInstant($0.json(context)) }
    // Each row has the offset of its own day: one of last summer says nothing against a zone that had it then.
    let isUsers = first.map { context.offset(at: $0.date) == $0.offset } ?? true
    return ImportHeader(path: path, printedOffset: isUsers ? nil : first?.offset)
  }

  package mutating func read(into batcher: inout FeedBatcher) throws {
    let dates =
      try newest.dates
      ?? files.map { file in
        do {
          return try HealthAutoExportParser.newestInstant(file.json(context))
        } catch let error as JSONError where files.count > 1 {
          throw error.naming(file)
        }
      }
    newest.dates = dates
    // By the order in which they were written, as far as it shows; of equal ones by name.
    for (file, newest) in zip(files, dates).sorted(by: {
      ($0.1 ?? .distantPast, $0.0.name) < ($1.1 ?? .distantPast, $1.0.name)
    }) {
      let input = try file.json(context)
      try batcher.begin(DeliveredFile(newest: newest))
      var evidence = BucketEvidence()
      evidence.others = { try HealthAutoExportParser.shownWidths(input) }
      var parser = HealthAutoExportParser(batcher: batcher, width: nil, evidence: evidence)
      var reader = JSONReader(input, isForgiving: true)
      defer { batcher = parser.batcher }
      try parser.document(&reader)
    }
  }
}

extension JSONError {
  /// The error as one of a file among several.
  fileprivate func naming(_ file: OfferedFile) -> JSONError {
    JSONError(place: [file.name, place].filter { !$0.isEmpty }.joined(separator: ": "), reason: reason)
  }
}

/// Our own JSON as single texts: a sample, an array of them, or an object that contains them, as accepted by
/// `ringtop serve`.
package struct SampleArrayFormat: ImportFormat {
  package static let description = FormatDescription(
    feed: SamplesImporter.feed, title: "Samples in JSON",
    replacement: .sameStart)

  package let files: [OfferedFile]
  private let context: ImportContext

  package init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.free.filter { Self.holdsSamples($0.head()) }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  private static func holdsSamples(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.filter { !$0.isBlank }, as: UTF8.self)
    if text.hasPrefix("{\"samples\":[") { return true }
    return (text.hasPrefix("[{") || text.hasPrefix("{")) && text.contains("\"type\":\"")
      && text.contains("\"start\":\"")
  }

  package mutating func read(into batcher: inout FeedBatcher) throws {
    for file in files {
      try batcher.begin(DeliveredFile())
      do {
        try SamplesImporter.read(
          try file.json(context), version: FeedOptions.version(at: context.now), into: &batcher)
      } catch let error as JSONError where files.count > 1 {
        throw error.naming(file)
      }
    }
  }
}

/// The tables of Health Auto Export: one of metrics, with a row for each bucket of time, and one of workouts.
///
/// They contain no time zone: times are the user's local time.
package struct HealthAutoExportCSVFormat: ImportFormat {
  package static let description = FormatDescription.healthAutoExport

  package let files: [OfferedFile]
  private let context: ImportContext
  private let width: BucketWidth?

  package init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.init(files, context, aggregation: nil)
  }

  /// - Parameter aggregation: the header `automation-aggregation` of a request, if there is one.
  private init?(_ files: OfferedFiles, _ context: ImportContext, aggregation: String?) {
    width = aggregation.flatMap(BucketWidth.init(header:))
    self.files = files.free.filter { file in
      guard let table = CSVTable(file.head(CSVTable.headLength)) else { return false }
      return Self.isMetrics(table) || Self.isWorkouts(table)
    }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  /// Reads a table that the app has posted, including calls of the sink's `begin` and `finish`.
  ///
  /// - Parameter path: of the table.
  /// - Throws: `JSONError` for another text, or the sink's error.
  package static func run(
    _ path: String, _ context: ImportContext, aggregation: String?, into sink: any SampleSink
  ) throws -> FeedReport {
    guard var format = Self(try OfferedFiles(path: path, force: false, context), context, aggregation: aggregation)
    else {
      throw JSONError(place: "", reason: "is neither JSON nor a table of Health Auto Export")
    }
    let tables = FeedTableBuilder(feed: description.feed, fallbackSource: description.title)
    _ = try sink.begin(ImportHeader(path: description.feed))
    let report = try FeedPipeline(sink: sink).run(tables) { try format.read(into: &$0) }
    try sink.finish(complete: true)
    return report
  }

  private static func isMetrics(_ table: CSVTable) -> Bool {
    // In another language, its metrics are kept by the names that they have there.
    if localDates.contains(table.headings.first?.lowercased() ?? "") {
      return table.headings.dropFirst().contains { !CSVTable.parts(of: $0).unit.isEmpty }
    }
    guard table.column("Date/Time", "Date") == 0 else { return false }
    return table.headings.dropFirst().contains { heading in
      let parts = CSVTable.parts(of: heading)
      return !parts.unit.isEmpty && metric(parts.name) != nil
    }
  }

  private static let localDates: Set<String> = ["fecha/hora", "datum/uhrzeit", "date/heure", "data/hora", "data/ora"]

  private static func isWorkouts(_ table: CSVTable) -> Bool {
    table.column("Workout Type", "Type") == 0 && table.column("Start") != nil && table.column("End") != nil
      && table.column("Duration") != nil
  }

  private static func metric(_ name: String) -> MetricCatalog.Metric? {
    MetricCatalog.metric(named: name.filter { $0.isLetter || $0.isNumber })
  }

  package mutating func read(into batcher: inout FeedBatcher) throws {
    for file in files {
      try batcher.begin(DeliveredFile())
      let table = try CSVTable(file)
      var parser = HealthAutoExportParser(batcher: batcher, width: width)
      defer { batcher = parser.batcher }
      if Self.isMetrics(table) {
        try readMetrics(table, file, &parser)
      } else {
        try readWorkouts(table, file, &parser)
      }
    }
  }

  // MARK: - Metrics

  /// The columns of one metric: its value, or several that belong together.
  private struct Column {
    var name: String
    var unit: String
    var metric: MetricCatalog.Metric?
    var conversion: ((Double) -> Double)?
    /// By the text in brackets in their headings; the value itself has none.
    var places: [String: Int] = [:]
  }

  private func columns(_ table: CSVTable) -> [Column] {
    var columns: [Column] = []
    for (place, heading) in table.headings.enumerated().dropFirst() {
      let (name, part, unit) = CSVTable.parts(of: heading)
      guard !unit.isEmpty else { continue }
      let key = part?.lowercased() ?? ""
      if let known = columns.firstIndex(where: { $0.name == name && $0.unit == unit }) {
        columns[known].places[key] = place
        continue
      }
      var column = Column(name: name, unit: unit, metric: Self.metric(name))
      if case .quantity(let entry) = column.metric {
        column.conversion = MetricCatalog.conversion(from: unit, to: entry)
      }
      column.places[key] = place
      columns.append(column)
    }
    return columns
  }

  private func readMetrics(_ table: CSVTable, _ file: OfferedFile, _ parser: inout HealthAutoExportParser) throws {
    let columns = columns(table)
    let sources = table.column("Source", "Sources")
    func instant(_ row: CSVTable.Row) -> PrintedInstant? {
      row.fields.first.flatMap { WallClock.instant($0, context) }.map {
        PrintedInstant(date: $0.date, offset: context.offset(at: $0.date))
      }
    }
    var guess = BucketGuess(endOfDay: parser.batcher.endOfDay)
    var days = DayStarts()
    try table.forEachRow { row in
      guard let instant = instant(row) else { return }
      guess.add(instant)
      days.add(instant)
    }
    let widths = try columns.map { column in
      try width ?? column.metric.flatMap { try parser.evidence.width(of: $0, in: column.unit, guess) }
    }
    try table.forEachRow { row in
      let place = "\(file.lastName), line \(row.line)"
      let date = instant(row)
      for (column, known) in zip(columns, widths) {
        func value(_ parts: String...) -> Double? {
          parts.lazy.compactMap { column.places[$0] }.first { $0 < row.fields.count }.flatMap {
            table.number(row.fields[$0])
          }
        }
        let texts = column.places.values.filter { $0 < row.fields.count }.map { row.fields[$0] }
        // An empty field is not a record.
        guard texts.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { continue }
        let name = "\(place) (\(column.name))"
        let metric = column.metric ?? .unknown(name: column.name, unit: column.unit)
        if known == nil, metric.isOfRing {
          parser.batcher.skip(.unknownWidth, at: name)
          continue
        }
        let width = known ?? guess.assumed
        var entry = MetricRow()
        entry.date = date
        entry.numbers["qty"] = value("", "avg", "average")
        entry.numbers["Min"] = value("min")
        entry.numbers["Max"] = value("max")
        entry.numbers["systolic"] = value("systolic")
        entry.numbers["diastolic"] = value("diastolic")
        if let sources, sources < row.fields.count { entry.source = row.fields[sources] }
        switch metric {
        case .quantity(let type):
          guard let conversion = column.conversion else {
            parser.batcher.skip(SkipReason.incompatibleUnit, at: name)
            continue
          }
          guard width != .longer || type.aggregation != .cumulative else {
            parser.batcher.skip("bucketTooLong", at: name)
            continue
          }
          try parser.add(entry, metric, width: width, days: days, conversion: conversion, place: name)
        case .sleep:
          try addSleep(
            column.places.compactMapValues { $0 < row.fields.count ? table.number(row.fields[$0]) : nil },
            in: column.unit, from: date, at: name, &parser.batcher)
        default: try parser.add(entry, metric, width: width, days: days, conversion: nil, place: name)
        }
      }
    }
  }

  /// The sums of a night, one after the other from the start of the row on, since the table does not say when they were.
  ///
  /// They have a source of their own, to which `SleepNight` prefers every other one. Of the time in bed more would have to be
  /// known.
  private func addSleep(
    _ sums: [String: Double], in unit: String, from date: PrintedInstant?, at place: String,
    _ batcher: inout FeedBatcher
  ) throws {
    guard let date else { return batcher.skip(.badDate, at: place) }
    let hour: Double? =
      switch MetricCatalog.unit(unit) {
      case "hr": 3_600
      case "min": 60
      default: nil
      }
    guard let hour else { return batcher.skip(.incompatibleUnit, at: place) }
    func stages(_ names: [(String, Double)]) -> [(value: Double, seconds: Double)] {
      names.map { name, value in (value, (sums[name] ?? 0) * hour) }.filter { $0.seconds > 0 }
    }
    var parts = stages([("deep", 4), ("core", 3), ("rem", 5)])
    if parts.isEmpty { parts = Array(stages([("asleep", 1), ("total", 1)]).prefix(1)) }
    parts += stages([("awake", 2)])
    guard !parts.isEmpty else { return batcher.skip(.missingValue, at: place) }
    // A row that does not begin at midnight is one of an hour or less; sums are rounded.
    guard parts.reduce(0, { $0 + $1.seconds }) <= (date.secondsOfDay == 0 ? 86_400 : 3_600) + 120 else {
      return batcher.skip(.unknownWidth, at: place)
    }
    let details = FeedBatcher.Details(provenance: batcher.provenance(SleepSpan.sums), isDerived: true)
    var start = date.date
    for part in parts {
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, part.value, from: start, to: start + part.seconds, details, at: place)
      start += part.seconds
    }
  }

  // MARK: - Workouts

  /// The fields of a workout in JSON by the headings of the table, in lower case and without dots.
  private static let workoutFields = [
    "active energy": "activeEnergyBurned", "active energy burned": "activeEnergyBurned",
    "resting energy": "basalEnergy",
    "basal energy": "basalEnergy", "distance": "distance", "max heart rate": "maxHeartRate",
    "maximum heart rate": "maxHeartRate", "avg heart rate": "avgHeartRate", "average heart rate": "avgHeartRate",
    "step count": "stepCount", "flights climbed": "flightsClimbed", "elevation ascended": "elevationUp",
    "elevation descended": "elevationDown", "temperature": "temperature", "humidity": "humidity",
    "intensity": "intensity", "avg speed": "avgSpeed", "average speed": "avgSpeed", "max speed": "maxSpeed",
    "swimming stroke count": "totalSwimmingStrokeCount", "total swimming stroke count": "totalSwimmingStrokeCount",
    "lap length": "lapLength", "location": "location",
  ]

  private func readWorkouts(_ table: CSVTable, _ file: OfferedFile, _ parser: inout HealthAutoExportParser) throws {
    guard let start = table.column("Start"), let end = table.column("End"), let duration = table.column("Duration")
    else {
      return
    }
    var columns: [(index: Int, column: (field: String, unit: String))] = []
    var unknown: [String] = []
    for (index, heading) in table.headings.enumerated() where ![0, start, end, duration].contains(index) {
      let (name, _, unit) = CSVTable.parts(of: heading)
      if let field = Self.workoutFields[name.lowercased().filter { $0 != "." }] {
        columns.append((index, (field, unit)))
      } else if !heading.isEmpty {
        unknown.append(heading)
      }
    }
    if !unknown.isEmpty {
      parser.batcher.note("Columns of \(file.lastName) that are not stored: \(unknown.joined(separator: ", ")).")
    }
    try table.forEachRow { row in
      let place = "\(file.lastName), line \(row.line)"
      func field(_ index: Int) -> String { index < row.fields.count ? row.fields[index] : "" }
      guard let from = WallClock.instant(field(start), context)?.date,
        let to = WallClock.instant(field(end), context)?.date
      else { return parser.batcher.skip(SkipReason.badDate, at: place) }
      var workout = PhoneWorkout()
      workout.name = field(0)
      for (index, column) in columns {
        if column.field == "location" {
          workout.location = field(index)
        } else if let value = table.number(field(index)) {
          workout.amounts[column.field] = PhoneWorkout.Amount(quantity: value, unit: column.unit)
        }
      }
      let details = FeedBatcher.Details(
        provenance: parser.batcher.provenance(""), metadata: workout.metadata)
      guard
        let sample = parser.batcher.workout(workout.activity, from: from, to: to, details, at: place)
      else { return }
      let lasts = to.timeIntervalSince(from)
      var record = WorkoutRecord(
        sample: sample, duration: Self.seconds(field(duration)).map { min($0, lasts) } ?? lasts)
      record.statistics = workout.statistics(from: from, to: to)
      try parser.batcher.add(record, at: place)
    }
  }

  /// `1:02:03`, or a number of seconds.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { CSVTable.number(String($0)) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
    return parts.compactMap(\.self).reduce(0) { $0 * 60 + $1 }
  }
}
