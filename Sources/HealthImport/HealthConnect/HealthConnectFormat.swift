import FoundationEssentials
import HealthModel

/// Health Connect's exported database, by itself or in its archive.
///
/// A record is identified by its UUID: one that has changed in a later export replaces the earlier one.
struct HealthConnectFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "health-connect", title: "Health Connect",
    replacement: .sameStart)

  private let source: OpenDatabase
  private var database: any ForeignDatabase { source.database }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    guard let source = try files.database(with: ["application_info_table", "steps_record_table"], context) else {
      return nil
    }
    self.source = source
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    let sources = try sources()
    var standHours = StandHours()
    for table in HealthConnectTables.all { try readNumbers(table, sources, &standHours, &batcher) }
    try standHours.store(into: &batcher)
    try readHeartRates(sources, &batcher)
    try readSleep(sources, &batcher)
    try readExercise(sources, &batcher)
    for table in HealthConnectTables.unsupported {
      try database.forEachRow(ForeignQuery(table, ["row_id"])) { row in
        batcher.skip(.unsupportedElement, at: "\(table)[\(row[0].integer ?? 0)]")
      }
    }
  }

  // MARK: - Records

  /// The properties of every record, before its own columns.
  private static let common = ["row_id", "uuid", "last_modified_time", "app_info_id", "device_info_id"]
  private static let commonCount = common.count

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
  private static func date(_ value: ForeignValue) -> Date? {
    guard let number = value.number else { return nil }
    let date = Date(timeIntervalSince1970: number / 1_000)
    return SampleBounds.allows(date) ? date : nil
  }

  private func readNumbers(
    _ table: HealthConnectTables.Table, _ sources: Sources, _ standHours: inout StandHours,
    _ batcher: inout FeedBatcher
  ) throws {
    let times = table.isInterval ? ["start_time", "end_time"] : ["time", "time"]
    let query = ForeignQuery(table.name, Self.common + times + [table.column], orderedBy: ["row_id"])
    try database.forEachRow(query) { row in
      let place = "\(table.name)[\(row[0].integer ?? 0)]"
      guard let start = Self.date(row[Self.commonCount]), let end = Self.date(row[Self.commonCount + 1]) else {
        return batcher.skip(.badDate, at: place)
      }
      let value = row[Self.commonCount + 2].number.map { $0 * table.factor }
      let details = details(row, sources, &batcher)
      try batcher.add(quantity: table.identifier, value, table.unit, from: start, to: end, details, at: place)
      if table.identifier == TypeIdentifier.stepCount, let value {
        standHours.add(value, from: start, to: end, by: sources.provenance(row[3], row[4]))
      }
    }
  }

  // MARK: - Series

  private func readHeartRates(_ sources: Sources, _ batcher: inout FeedBatcher) throws {
    let query = ForeignQuery("heart_rate_record_series_table", ["epoch_millis", "beats_per_minute", "parent_key"])
      .joining(
        "heart_rate_record_table", on: "row_id", equals: "parent_key", ["app_info_id", "device_info_id"])
    var number = 0
    try database.forEachRow(query) { row in
      number += 1
      let place = "heart_rate_record_series_table[\(number)]"
      guard let date = Self.date(row[0]) else { return batcher.skip(.badDate, at: place) }
      let provenance = batcher.tables.provenance(sources.provenance(row[3], row[4]))
      try batcher.add(
        quantity: TypeIdentifier.heartRate, row[1].number, "count/min", from: date, to: date,
        FeedBatcher.Details(provenance: provenance), at: place)
    }
  }

  private func readSleep(_ sources: Sources, _ batcher: inout FeedBatcher) throws {
    var staged: Set<Int64> = []
    let stages = ForeignQuery("sleep_stages_table", ["stage_type", "stage_start_time", "stage_end_time", "parent_key"])
      .joining("sleep_session_record_table", on: "row_id", equals: "parent_key", ["app_info_id", "device_info_id"])
    var number = 0
    try database.forEachRow(stages) { row in
      number += 1
      let place = "sleep_stages_table[\(number)]"
      if let parent = row[3].integer { staged.insert(parent) }
      guard let start = Self.date(row[1]), let end = Self.date(row[2]) else { return batcher.skip(.badDate, at: place) }
      guard let stage = row[0].integer.flatMap({ HealthConnectTables.sleepStages[$0] }) else {
        return batcher.skip(.badValue, at: place)
      }
      let provenance = batcher.tables.provenance(sources.provenance(row[4], row[5]))
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, stage, from: start, to: end,
        FeedBatcher.Details(provenance: provenance), at: place)
    }
    // A night without stages counts as asleep, without further detail.
    let sessions = ForeignQuery(
      "sleep_session_record_table", Self.common + ["start_time", "end_time"], orderedBy: ["row_id"])
    try database.forEachRow(sessions) { row in
      guard let id = row[0].integer, !staged.contains(id) else { return }
      let place = "sleep_session_record_table[\(id)]"
      guard let start = Self.date(row[Self.commonCount]), let end = Self.date(row[Self.commonCount + 1]) else {
        return batcher.skip(.badDate, at: place)
      }
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, 1, from: start, to: end, details(row, sources, &batcher), at: place)
    }
  }

  // MARK: - Exercise

  /// A session is a workout, and its minutes count as exercise.
  private func readExercise(_ sources: Sources, _ batcher: inout FeedBatcher) throws {
    let query = ForeignQuery(
      "exercise_session_record_table", Self.common + ["start_time", "end_time", "exercise_type", "title"],
      orderedBy: ["row_id"])
    try database.forEachRow(query) { row in
      let place = "exercise_session_record_table[\(row[0].integer ?? 0)]"
      guard let start = Self.date(row[Self.commonCount]), let end = Self.date(row[Self.commonCount + 1]) else {
        return batcher.skip(.badDate, at: place)
      }
      var details = details(row, sources, &batcher)
      var minutes = details
      if let title = row[Self.commonCount + 3].text {
        details.metadata.append(Metadata.Entry(key: "HKWorkoutBrandName", value: .text(title)))
      }
      let name = row[Self.commonCount + 2].integer.flatMap { HealthConnectTables.activities[$0] }
      let activity = WorkoutActivityCatalog.all.first { $0.name == name }?.rawValue ?? WorkoutActivityCatalog.other
      // A workout is identified by its source and start.
      details.metadata.removeAll {
        $0.key.hasSameBytes(as: MetadataKey.syncIdentifier) || $0.key.hasSameBytes(as: MetadataKey.syncVersion)
      }
      guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return }
      let seconds = end.timeIntervalSince(start)
      try batcher.add(WorkoutRecord(sample: sample, duration: seconds))
      guard seconds > 0, seconds <= 86_400 else { return }
      minutes.isDerived = true
      try batcher.add(
        quantity: TypeIdentifier.appleExerciseTime, seconds / 60, "min", from: start, to: end, minutes, at: place)
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
