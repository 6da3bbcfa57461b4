package import FoundationEssentials
package import HealthModel

/// Imports states of Home Assistant: those that its app for the iPhone reports from Apple Health.
///
/// It reads one state, a list of them as `GET /api/states` returns, and the app's webhook with `update_sensor_states`. A total
/// is a sample from midnight to the time of the state, which the next one of the day replaces. An odd state is skipped.
package struct HomeAssistantImporter: Sendable {
  /// The name of the feed, as stored with its samples.
  package static let feed = "home-assistant"

  private let input: JSONInput
  private let now: Date
  private let context: ImportContext

  /// - Parameters:
  ///   - now: the time of a state that names none.
  ///   - zone: the user's, for midnight.
  package init(_ input: JSONInput, now: Date, zone: TimeZone) {
    self.input = input
    self.now = now
    context = ImportContext(now: now, zone: zone)
  }

  /// Reads everything into the sink, including calls of its `begin` and `finish`.
  ///
  /// - Throws: `JSONError` with the position of the error, or the sink's error.
  package func run(into sink: any SampleSink) throws -> FeedReport {
    let tables = FeedTableBuilder(feed: Self.feed, fallbackSource: "Home Assistant")
    _ = try sink.begin(ImportHeader(path: Self.feed))
    let report = try FeedPipeline(sink: sink, hasOwnTimes: true).run(tables, size: input.size) { batcher in
      var reader = JSONReader(input, isForgiving: true)
      if try reader.kind() == .array {
        try readAll(&reader, "", &batcher)
      } else {
        try read(&reader, "", &batcher)
      }
      try reader.end()
    }
    try sink.finish(complete: true)
    return report
  }

  private struct State {
    var entity: String?
    var uniqueID: String?
    var value: Double?
    var unit = ""
    var name = ""
    var changed: Date?
    var updated: Date?
    var hasBadDate = false
  }

  private func readAll(_ reader: inout JSONReader, _ place: String, _ batcher: inout FeedBatcher) throws {
    try reader.array { reader, index in
      let place = "\(place)[\(index)]"
      guard try reader.kind() == .object else {
        batcher.skip(.unsupportedElement, at: place)
        return try reader.skip()
      }
      try read(&reader, place, &batcher)
    }
  }

  /// A state, or a webhook that contains some.
  private func read(_ reader: inout JSONReader, _ place: String, _ batcher: inout FeedBatcher) throws {
    var state = State()
    var isWebhook = false
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("data", .array):
        isWebhook = true
        try readAll(&reader, "\(place)data", &batcher)
      case ("data", .object):
        isWebhook = true
        try read(&reader, "\(place)data", &batcher)
      case ("entity_id", .text): state.entity = try reader.textOrNil(limit: 512)
      case ("unique_id", .text): state.uniqueID = try reader.textOrNil(limit: 512)
      case ("state", .number): state.value = try reader.numberOrNil()
      case ("state", .text): state.value = try reader.textOrNil(limit: 1_024).flatMap { CSVTable.number($0) }
      case ("unit_of_measurement", .text): state.unit = try reader.textOrNil(limit: 64) ?? "?"
      case ("last_changed", .text): state.changed = date(try reader.textOrNil(limit: 64) ?? "", &state)
      case ("last_updated", .text): state.updated = date(try reader.textOrNil(limit: 64) ?? "", &state)
      case ("attributes", .object):
        try reader.object { reader, key in
          switch (key, try reader.kind()) {
          case ("unit_of_measurement", .text): state.unit = try reader.textOrNil(limit: 64) ?? "?"
          case ("friendly_name", .text): state.name = try reader.textOrNil(limit: 512) ?? ""
          default: try reader.skip()
          }
        }
      default: try reader.skip()
      }
    }
    if !isWebhook { try add(state, at: state.entity ?? state.uniqueID ?? place, &batcher) }
  }

  private func date(_ text: String, _ state: inout State) -> Date? {
    let date = WallClock.instant(text, context)?.date
    state.hasBadDate = state.hasBadDate || date == nil
    return date
  }

  private func add(_ state: State, at place: String, _ batcher: inout FeedBatcher) throws {
    guard
      let sensor = state.uniqueID.flatMap(HomeAssistantCatalog.sensor(uniqueID:))
        ?? state.entity.flatMap(HomeAssistantCatalog.sensor(entity:))
    else { return batcher.skip(.unsupportedElement, at: place) }
    guard let value = state.value else { return batcher.skip(.missingValue, at: place) }
    guard !state.hasBadDate else { return batcher.skip(.badDate, at: place) }
    guard let (unit, factor) = HomeAssistantCatalog.units[state.unit.isEmpty ? sensor.unit : state.unit] else {
      return batcher.skip(.incompatibleUnit, at: place)
    }
    let details = FeedBatcher.Details(provenance: batcher.provenance(source(state, sensor)))
    let end = (sensor.isTotal ? state.updated : state.changed ?? state.updated) ?? now
    let start = sensor.isTotal ? context.instant(context.day(of: end)) : end
    try batcher.add(
      quantity: sensor.identifier, value * factor, unit, from: start, to: max(start, end), details, at: place)
  }

  /// The phone's name, with which both names of its sensors begin.
  private func source(_ state: State, _ sensor: HomeAssistantCatalog.Sensor) -> String {
    if state.name.hasSuffix(" " + sensor.name) { return String(state.name.dropLast(sensor.name.count + 1)) }
    // Without a name, two phones must not be one.
    guard let entity = state.entity?.dropFirst("sensor.".count), let end = entity.firstRange(of: "_" + sensor.slug)
    else {
      return ""
    }
    return String(entity[..<end.lowerBound])
  }
}
