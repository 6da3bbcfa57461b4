import FoundationEssentials
import HealthImport
import HealthModel

/// The JSON files of the app Health.md: one for each day, with its totals, samples, stages of sleep and workouts, and in its
/// lossless form every record of the day.
struct HealthMdFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "health-md", title: "Health.md",
    replacement: .sameStart)

  let files: [OfferedFile]
  private let context: ImportContext

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.free.filter { Self.isDay($0.head(1 << 14)) }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  /// The keys may be in the order of the alphabet, with the telling ones at the end.
  private static func isDay(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.filter { !$0.isBlank }, as: UTF8.self)
    return text.hasPrefix("{")
      && (text.contains("\"type\":\"health-data\"") || text.contains("\"daily_record_schema\":\"healthmd.health_data\"")
        || (text.hasPrefix("{\"activity\":{") && text.contains("\"date\":\"")))
  }

  /// The zone of most of the newest days.
  func header(path: String) throws -> ImportHeader {
    var days: [String: Int] = [:]
    for file in context.isZoneChosen ? [] : files.suffix(Self.daysForZone) {
      try forEachDay(in: file) { outline, _ in
        if let zone = outline?.zone { days[zone.identifier, default: 0] += 1 }
      }
    }
    let home = days.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return ImportHeader(path: path, homeZone: home?.key)
  }

  /// A longer journey than most. The names of files contain their dates.
  private static let daysForZone = 31

  mutating func read(into batcher: inout FeedBatcher) throws {
    for file in files {
      try forEachDay(in: file) { outline, json in
        guard let outline else { return batcher.skip(.damaged, at: file.name) }
        try readDay(outline, &json, file, &batcher)
      }
    }
  }

  /// Passes each day of a file to the body, with the reader behind it; nil for what is no day.
  private func forEachDay(
    in file: OfferedFile, _ body: (HealthMdOutline?, inout JSONReader) throws -> Void
  ) throws {
    do {
      var json = JSONReader(try file.json(context))
      let whole = try HealthMdOutline(&json)
      let end = json.offset
      try json.end()
      guard let list = whole.list else {
        json.rewind(to: end)
        return try body(whole, &json)
      }
      json.rewind(to: list)
      try json.array { json, _ in
        guard try json.kind() == .object else {
          try json.skip()
          return try body(nil, &json)
        }
        try body(HealthMdOutline(&json), &json)
      }
    } catch let error as JSONError {
      throw FormatDamage(reason: "\(file.name): \(error.place.isEmpty ? "it" : error.place) \(error.reason)")
    }
  }

  private func readDay(
    _ outline: HealthMdOutline, _ json: inout JSONReader, _ file: OfferedFile, _ batcher: inout FeedBatcher
  ) throws {
    guard let date = outline["date"]?.text.flatMap(WallClock.day), SampleBounds.allows(date) else {
      return batcher.skip(.badDate, at: file.name)
    }
    var reader = HealthMdReader(
      name: file.name, day: date, context: outline.zone.map(context.replacing(zone:)) ?? context, batcher: batcher)
    defer { batcher = reader.batcher }
    try reader.read(outline, &json)
  }
}

/// The facts of a day on which all of it depends, and where its sections begin: they may precede the facts, and are too long
/// for memory.
struct HealthMdOutline {
  /// In the order of the file.
  private(set) var sections: [(key: String, offset: Int)] = []
  /// Whether the day has records, of which its totals are made.
  private(set) var hasRecords = false
  private var facts: [String: JSONValue] = [:]
  /// Where the days begin, if it is a list of them.
  private(set) var list: Int?

  private static let factKeys: Set<String> = ["date", "units", "unit_system", "time_context"]
  /// Names of the file itself.
  private static let others: Set<String> = ["type", "schema", "schema_version", "raw_capture_status", "diagnostics"]
  static let archive = "healthkit_record_archive"

  /// Reads to the end of the day.
  init(_ json: inout JSONReader) throws {
    try json.object { json, key in
      if Self.factKeys.contains(key) {
        facts[key] = try JSONValue(&json, mostValues: 1_024)
        return
      }
      if Self.others.contains(key) { return try json.skip() }
      if key == "records", try json.kind() == .array {
        list = json.offset
        return try json.skip()
      }
      sections.append((key, json.offset))
      guard key == Self.archive, try json.kind() == .object else { return try json.skip() }
      try json.object { json, key in
        guard key == "records", try json.kind() == .array else { return try json.skip() }
        try json.array { json, _ in
          hasRecords = true
          try json.skip()
        }
      }
    }
  }

  subscript(key: String) -> JSONValue? { facts[key] }

  /// The zone in which the day was cut.
  var zone: TimeZone? { self["time_context"]?["calendar_timezone"]?.text.flatMap { TimeZone(identifier: $0) } }
}

extension JSONValue {
  var double: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .number(let value): value
    case .text(let text): CSVTable.number(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }
}
