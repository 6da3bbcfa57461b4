import FoundationEssentials
import HealthImport
import HealthModel

/// The JSON files of the app Health.md: one for each day, with its totals, samples, stages of sleep and workouts, and in its
/// lossless form every record of the day.
struct HealthMdFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "health-md", title: "Health.md",
    replacement: .sameStart)

  private let files: [OfferedFile]
  private let context: ImportContext
  /// Parts of a day.
  private static let mostValues = 1 << 20

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.all.filter { Self.isDay($0.head(1 << 14)) }
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

  mutating func read(into batcher: inout FeedBatcher) throws {
    for file in files {
      let document: JSONValue
      do {
        document = try JSONValue(parsing: try file.bytes(), mostValues: Self.mostValues)
      } catch let error as JSONError {
        throw FormatDamage(reason: "\(file.name): \(error.place.isEmpty ? "it" : error.place) \(error.reason)")
      }
      for day in document["records"]?.array ?? [document] {
        guard let date = day["date"]?.text.flatMap(WallClock.day), SampleBounds.allows(date) else {
          batcher.skip(.badDate, at: file.name)
          continue
        }
        let zone = day["time_context"]?["calendar_timezone"]?.text.flatMap { TimeZone(identifier: $0) }
        var reader = HealthMdReader(
          name: file.name, day: date, context: zone.map(context.replacing(zone:)) ?? context, batcher: batcher)
        defer { batcher = reader.batcher }
        try reader.read(day)
      }
    }
  }
}

extension JSONValue {
  var double: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
