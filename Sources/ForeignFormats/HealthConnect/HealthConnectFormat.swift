import FoundationEssentials
import HealthImport
import HealthModel

/// Health Connect's exported database, by itself or in its archive.
///
/// A record is identified by its UUID: one that has changed in a later export replaces the earlier one.
struct HealthConnectFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "health-connect", title: "Health Connect",
    replacement: .sameStart)

  static var contents: [FormatContent] { HealthConnectTables.contents }

  private let source: OpenDatabase
  private let context: ImportContext
  private var database: any ForeignDatabase { source.database }

  var files: [OfferedFile] { [source.file] }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    guard let source = try files.database(with: ["application_info_table", "steps_record_table"], context) else {
      return nil
    }
    self.source = source
    self.context = context
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    let sources = try sources()
    var standHours = StandHours(context: context)
    for table in HealthConnectTables.all { try readNumbers(table, sources, &standHours, &batcher) }
    try standHours.store(into: &batcher)
    for series in HealthConnectTables.series { try readSeries(series, sources, &batcher) }
    for events in HealthConnectTables.events { try readEvents(events, sources, &batcher) }
    try readBloodPressure(sources, &batcher)
    try readSleep(sources, &batcher)
    try HealthConnectExercise(database: database).read(&batcher) { row, batcher in details(row, sources, &batcher) }
    let others = database.tables.filter {
      Set(["row_id", "uuid", "last_modified_time"]).isSubset(of: $0.value) && !HealthConnectTables.read.contains($0.key)
    }
    for table in others.keys.sorted() {
      try database.forEachRow(ForeignQuery(table, ["row_id"])) { row in
        batcher.skip(.unsupportedElement, at: "\(table)[\(row[0].integer ?? 0)]")
      }
    }
  }

  // MARK: - Records

  /// The properties of every record, before its own columns.
  static let common = ["row_id", "uuid", "last_modified_time", "app_info_id", "device_info_id"]
  static let commonCount = common.count

  /// The programs and devices that write records.
  private struct Sources {
    var programs: [Int64: String] = [:]
    var devices: [Int64: Device] = [:]

    func provenance(_ program: ForeignValue, _ device: ForeignValue) -> Provenance {
      Provenance(
        source: Source(name: program.integer.flatMap { programs[$0] } ?? ""),
        device: device.integer.flatMap { devices[$0] })
    }
  }

  private func sources() throws -> Sources {
    var sources = Sources()
    try database.forEachRow(ForeignQuery("application_info_table", ["row_id", "app_name", "package_name"])) { row in
      guard let id = row[0].integer, sources.programs.count < 4_096 else { return }
      sources.programs[id] = row[1].text ?? row[2].text ?? ""
    }
    try database.forEachRow(ForeignQuery("device_info_table", ["row_id", "manufacturer", "model"])) { row in
      guard let id = row[0].integer, sources.devices.count < 4_096 else { return }
      let device = Device(manufacturer: row[1].text, model: row[2].text)
      if device != Device() { sources.devices[id] = device }
    }
    return sources
  }

  private func details(
    _ row: ForeignRow, _ sources: Sources, _ batcher: inout FeedBatcher
  ) -> FeedBatcher.Details {
    var details = FeedBatcher.Details(provenance: batcher.tables.provenance(sources.provenance(row[3], row[4])))
    if let uuid = row[1].bytes.flatMap({ UUID(bytes: $0) }) {
      details.metadata = [
        Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text(uuid.uuidString)),
        Metadata.Entry(key: MetadataKey.syncVersion, value: .whole(row[2].integer ?? 0)),
      ]
    }
    return details
  }

  /// Milliseconds since 1970.
  static func date(_ value: ForeignValue) -> Date? {
    guard let number = value.number else { return nil }
    let date = Date(timeIntervalSince1970: number / 1_000)
    return SampleBounds.allows(date) ? date : nil
  }

  /// The times of a row, whose columns follow the common ones.
  static func times(isInterval: Bool) -> [String] { isInterval ? ["start_time", "end_time"] : ["time", "time"] }

  private func readNumbers(
    _ table: HealthConnectTables.Table, _ sources: Sources, _ standHours: inout StandHours,
    _ batcher: inout FeedBatcher
  ) throws {
    let first = Self.commonCount + 2
    let query = ForeignQuery(
      table.name, Self.common + Self.times(isInterval: table.isInterval) + table.values.map(\.column),
      orderedBy: ["row_id"])
    try database.forEachRow(query) { row in
      func place() -> String { "\(table.name)[\(row[0].integer ?? 0)]" }
      guard let start = Self.date(row[Self.commonCount]), let end = Self.date(row[Self.commonCount + 1]) else {
        return batcher.skip(.badDate, at: place())
      }
      let details = details(row, sources, &batcher)
      var isEmpty = true
      for (index, value) in table.values.enumerated() {
        guard let number = row[first + index].number else { continue }
        // A food says 0 for what it does not contain.
        if table.values.count > 1, number == 0 { continue }
        isEmpty = false
        try batcher.add(
          value.identifier, number * value.factor, value.unit, from: start, to: end, details, at: place())
        if value.identifier == TypeIdentifier.stepCount {
          standHours.add(number, from: start, to: end, by: sources.provenance(row[3], row[4]))
        }
      }
      if isEmpty { batcher.skip(.missingValue, at: place()) }
    }
  }

  // MARK: - Series and events

  private func readSeries(
    _ series: HealthConnectTables.Series, _ sources: Sources, _ batcher: inout FeedBatcher
  ) throws {
    let query = ForeignQuery(series.name, ["epoch_millis", series.value.column, "parent_key"])
      .joining(series.records, on: "row_id", equals: "parent_key", ["app_info_id", "device_info_id"])
    var number = 0
    try database.forEachRow(query) { row in
      number += 1
      func place() -> String { "\(series.name)[\(number)]" }
      guard let date = Self.date(row[0]) else { return batcher.skip(.badDate, at: place()) }
      let provenance = batcher.tables.provenance(sources.provenance(row[3], row[4]))
      try batcher.add(
        quantity: series.value.identifier, row[1].number, series.value.unit, from: date, to: date,
        FeedBatcher.Details(provenance: provenance), at: place())
    }
  }

  private func readEvents(
    _ events: HealthConnectTables.Events, _ sources: Sources, _ batcher: inout FeedBatcher
  ) throws {
    let query = ForeignQuery(
      events.name,
      Self.common + Self.times(isInterval: events.isInterval) + [events.column ?? "", "protection_used"],
      orderedBy: ["row_id"])
    try database.forEachRow(query) { row in
      func place() -> String { "\(events.name)[\(row[0].integer ?? 0)]" }
      guard let start = Self.date(row[Self.commonCount]), let end = Self.date(row[Self.commonCount + 1]) else {
        return batcher.skip(.badDate, at: place())
      }
      let kind = events.column == nil ? 0 : row[Self.commonCount + 2].integer ?? 0
      guard let value = events.values[kind] else { return batcher.skip(.badValue, at: place()) }
      var details = details(row, sources, &batcher)
      if let protection = row[Self.commonCount + 3].integer, [1, 2].contains(protection) {
        details.metadata.append(Metadata.Entry(key: "HKSexualActivityProtectionUsed", value: .flag(protection == 1)))
      }
      try batcher.add(category: events.identifier, value, from: start, to: end, details, at: place())
    }
  }

  private func readBloodPressure(_ sources: Sources, _ batcher: inout FeedBatcher) throws {
    let table = HealthConnectTables.bloodPressure
    let query = ForeignQuery(table, Self.common + ["time", "systolic", "diastolic"], orderedBy: ["row_id"])
    try database.forEachRow(query) { row in
      func place() -> String { "\(table)[\(row[0].integer ?? 0)]" }
      guard let date = Self.date(row[Self.commonCount]) else { return batcher.skip(.badDate, at: place()) }
      guard let systolic = row[Self.commonCount + 1].number, let diastolic = row[Self.commonCount + 2].number else {
        return batcher.skip(.missingValue, at: place())
      }
      try batcher.add(
        bloodPressure: systolic, diastolic, from: date, to: date, details(row, sources, &batcher), at: place())
    }
  }

  private func readSleep(_ sources: Sources, _ batcher: inout FeedBatcher) throws {
    var staged: Set<Int64> = []
    let stages = ForeignQuery(
      HealthConnectTables.stages, ["stage_type", "stage_start_time", "stage_end_time", "parent_key"]
    )
    .joining(HealthConnectTables.sleep, on: "row_id", equals: "parent_key", ["app_info_id", "device_info_id"])
    var number = 0
    try database.forEachRow(stages) { row in
      number += 1
      func place() -> String { "sleep_stages_table[\(number)]" }
      if let parent = row[3].integer { staged.insert(parent) }
      guard let start = Self.date(row[1]), let end = Self.date(row[2]) else {
        return batcher.skip(.badDate, at: place())
      }
      guard let stage = row[0].integer.flatMap({ HealthConnectTables.sleepStages[$0] }) else {
        return batcher.skip(.badValue, at: place())
      }
      let provenance = batcher.tables.provenance(sources.provenance(row[4], row[5]))
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, stage, from: start, to: end,
        FeedBatcher.Details(provenance: provenance), at: place())
    }
    // A night without stages counts as asleep, without further detail.
    let sessions = ForeignQuery(
      HealthConnectTables.sleep, Self.common + ["start_time", "end_time"], orderedBy: ["row_id"])
    try database.forEachRow(sessions) { row in
      guard let id = row[0].integer, !staged.contains(id) else { return }
      func place() -> String { "sleep_session_record_table[\(id)]" }
      guard let start = Self.date(row[Self.commonCount]), let end = Self.date(row[Self.commonCount + 1]) else {
        return batcher.skip(.badDate, at: place())
      }
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, 1, from: start, to: end, details(row, sources, &batcher), at: place())
    }
  }
}

extension UUID {
  /// nil unless there are sixteen bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
