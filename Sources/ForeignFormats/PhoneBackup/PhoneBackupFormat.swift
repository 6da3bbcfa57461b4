import FoundationEssentials
import HealthImport
import HealthModel

/// An iPhone's health database, `healthdb_secure.sqlite`, from a decrypted backup.
///
/// It contains the rings of each day with their goals, and every sample with its UUID. The names of the sources are
/// in another file, `healthdb.sqlite`, which is read if it is in the same folder or archive.
struct PhoneBackupFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "iphone-backup", title: "iPhone backup",
    replacement: .nothing)

  static var contents: [FormatContent] { PhoneTypeTable.contents }

  private let source: OpenDatabase
  private let names: OpenDatabase?
  private let context: ImportContext
  private var database: any ForeignDatabase { source.database }

  var files: [OfferedFile] { [source.file] + (names.map { [$0.file] } ?? []) }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    guard
      let source = try files.database(with: ["samples", "quantity_samples", "objects", "data_provenances"], context)
    else { return nil }
    self.source = source
    names = try files.isSingle ? nil : files.database(with: ["sources", "source_devices"], context)
    self.context = context
  }

  /// The phone's data ends with its latest sample.
  func header(path: String) throws -> ImportHeader {
    var latest: Date?
    try database.forEachRow(ForeignQuery("objects", ["creation_date"])) { row in
      guard let date = Self.date(row[0]), date <= context.now else { return }
      latest = max(latest ?? date, date)
    }
    return ImportHeader(path: path, asOf: latest)
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    let provenances = try provenances()
    let entered = try enteredByHand()
    let workouts = try PhoneWorkouts(database)
    let columns = ["data_id", "start_date", "end_date", "data_type"]
    let query = ForeignQuery("samples", columns, orderedBy: ["data_id"])
      .joining(
        "quantity_samples", on: "data_id", equals: "data_id", ["quantity", "original_quantity", "original_unit"]
      )
      .joining("category_samples", on: "data_id", equals: "data_id", ["value"])
      .joining("objects", on: "data_id", equals: "data_id", ["uuid", "provenance"])
    let units = try units()
    try database.forEachRow(query) { row in
      let number = row[3].integer ?? -1
      if number == PhoneTypeTable.activityCache { return }
      let place = "samples[\(row[0].integer ?? 0)]"
      guard let start = Self.date(row[1]), let end = Self.date(row[2]) else { return batcher.skip(.badDate, at: place) }
      let written = row[9].integer.flatMap { provenances[$0] } ?? Written()
      var details = FeedBatcher.Details(provenance: batcher.tables.provenance(written.provenance))
      details.uuid = row[8].bytes.flatMap { UUID(bytes: $0) }
      if let id = row[0].integer, entered.contains(id) {
        details.metadata.append(Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true)))
      }
      if number == PhoneTypeTable.workout {
        return try workouts.add(row[0].integer ?? 0, from: start, to: end, details, &batcher, at: place)
      }
      guard let type = PhoneTypeTable.entry(number) else {
        return batcher.skip("unknownType", at: "\(place) (type \(number))")
      }
      guard type.kind == .quantity else {
        guard let value = row[7].number, value.magnitude < 1_000 else { return batcher.skip(.missingValue, at: place) }
        // Some samples per day name the time zone of the user.
        if number == PhoneTypeTable.standHour, let zone = written.zone {
          details.metadata.append(Metadata.Entry(key: MetadataKey.timeZone, value: .text(zone)))
        }
        return try batcher.add(category: type.identifier, value, from: start, to: end, details, at: place)
      }
      // As it was entered, if that is stored: then the unit is certain.
      if let value = row[5].number, let unit = row[6].integer.flatMap({ units[$0] }) {
        return try batcher.add(quantity: type.identifier, value, unit, from: start, to: end, details, at: place)
      }
      guard let unit = type.unit else { return batcher.skip("unknownUnit", at: place) }
      try batcher.add(quantity: type.identifier, row[4].number, unit, from: start, to: end, details, at: place)
    }
    try readRings(&batcher)
  }

  // MARK: - Rings

  private static let ringColumns = [
    "data_id", "activity_mode", "energy_burned", "energy_burned_goal", "move_minutes", "move_minutes_goal",
    "brisk_minutes", "brisk_minutes_goal", "active_hours", "active_hours_goal",
  ]

  /// A day may be stored several times; the last one counts.
  private func readRings(_ batcher: inout FeedBatcher) throws {
    var days: [Day: AppleSummaryRecord] = [:]
    let query = ForeignQuery("activity_caches", Self.ringColumns, orderedBy: ["data_id"])
      .joining("samples", on: "data_id", equals: "data_id", ["start_date"])
    try database.forEachRow(query) { row in
      let place = "activity_caches[\(row[0].integer ?? 0)]"
      guard let start = Self.date(row[10]) else { return batcher.skip(.badDate, at: place) }
      // It begins at the user's midnight; noon is on the same day in all nearby zones.
      let day = context.day(of: start.addingTimeInterval(43_200))
      let numbers = (2...9).map { row[$0].number ?? 0 }
      guard numbers.allSatisfy({ $0 >= 0 && SampleBounds.allows($0) }) else {
        return batcher.skip(.valueOutOfRange, at: place)
      }
      let countsTime = row[1].integer == 2
      let summary = AppleSummaryRecord(
        day: day, energy: numbers[0], energyGoal: numbers[1], moveTime: countsTime ? numbers[2] : 0,
        moveTimeGoal: countsTime ? numbers[3] : 0, exercise: numbers[4], exerciseGoal: numbers[5], stand: numbers[6],
        standGoal: numbers[7])
      if days.updateValue(summary, forKey: day) != nil { batcher.skip("superseded", at: place) }
    }
    for day in days.values.sorted(by: { $0.day.number < $1.day.number }) { try batcher.add(day) }
  }

  // MARK: - Small tables

  /// Seconds since 2001.
  static func date(_ value: ForeignValue) -> Date? {
    guard let seconds = value.number else { return nil }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return SampleBounds.allows(date) ? date : nil
  }

  private func units() throws -> [Int64: String] {
    var units: [Int64: String] = [:]
    // SQLite calls it ROWID, and so does the table.
    try database.forEachRow(ForeignQuery("unit_strings", ["ROWID", "unit_string"])) { row in
      guard units.count < 1_024, let id = row[0].integer, let unit = row[1].text else { return }
      units[id] = unit
    }
    return units
  }

  /// The source of a sample, and its time zone.
  private struct Written {
    var provenance = Provenance(source: Source(name: ""))
    var zone: String?
  }

  private func provenances() throws -> [Int64: Written] {
    var sources: [Int64: String] = [:]
    try names?.database.forEachRow(ForeignQuery("sources", ["ROWID", "name"])) { row in
      guard sources.count < 4_096, let id = row[0].integer, let name = row[1].text else { return }
      sources[id] = name
    }
    var provenances: [Int64: Written] = [:]
    let columns = [
      "ROWID", "origin_product_type", "source_id", "source_version", "tz_name", "origin_major_version",
      "origin_minor_version", "origin_patch_version",
    ]
    try database.forEachRow(ForeignQuery("data_provenances", columns)) { row in
      guard provenances.count < 1 << 16, let id = row[0].integer else { return }
      var written = Written()
      // Without names, the numbers distinguish sources.
      let number = row[2].integer ?? 0
      written.provenance.source.name = sources[number] ?? FeedSource.name(ofNumber: number)
      written.provenance.version = row[3].text
      if let product = row[1].text {
        written.provenance.productType = product
        let model = ["Watch", "iPhone", "iPad", "iPod"].first { product.hasPrefix($0) }
        written.provenance.device = Device(manufacturer: "Apple Inc.", model: model, hardwareVersion: product)
      }
      if let major = row[5].integer, major > 0 {
        written.provenance.operatingSystem = "\(major).\(row[6].integer ?? 0).\(row[7].integer ?? 0)"
      }
      written.zone = row[4].text
      provenances[id] = written
    }
    return provenances
  }

  /// The samples that were entered by hand.
  private func enteredByHand() throws -> Set<Int64> {
    var key: Int64?
    try database.forEachRow(ForeignQuery("metadata_keys", ["ROWID", "key"])) { row in
      if row[1].text == MetadataKey.wasUserEntered { key = row[0].integer }
    }
    guard let key else { return [] }
    var samples: Set<Int64> = []
    try database.forEachRow(ForeignQuery("metadata_values", ["key_id", "object_id", "numerical_value"])) { row in
      guard row[0].integer == key, row[2].number == 1, let id = row[1].integer, samples.count < 1 << 22 else { return }
      samples.insert(id)
    }
    return samples
  }
}
