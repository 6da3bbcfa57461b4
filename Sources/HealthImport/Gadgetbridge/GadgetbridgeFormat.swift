import FoundationEssentials
import HealthModel

/// Gadgetbridge's exported database, with a table of minutes for each brand of device.
///
/// The meaning of the activity kinds differs between brands and is not interpreted: sleep is omitted.
struct GadgetbridgeFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "gadgetbridge", title: "Gadgetbridge",
    replacement: .sameStart)

  private let source: OpenDatabase
  private var database: any ForeignDatabase { source.database }

  /// The number of steps in a minute that counts as exercise: brisk walking.
  private static let briskSteps = 100.0

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    guard let source = try files.database(with: ["DEVICE", "USER"], context), !Self.tables(source.database).isEmpty
    else {
      return nil
    }
    self.source = source
  }

  /// The tables with one row per minute, recognized by their columns.
  private static func tables(_ database: any ForeignDatabase) -> [String] {
    database.tables.filter { name, columns in
      name.hasSuffix("ACTIVITY_SAMPLE") && columns.isSuperset(of: ["TIMESTAMP", "DEVICE_ID", "STEPS"])
    }.keys.sorted()
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    let devices = try devices()
    var standHours = StandHours()
    for table in Self.tables(database) {
      try readMinutes(table, devices, &standHours, &batcher)
    }
    try standHours.store(into: &batcher)
    try readWorkouts(devices, &batcher)
  }

  private static let unknown = Provenance(source: Source(name: ""))

  /// The provenance of each device by its number.
  private func devices() throws -> [Int64: Provenance] {
    var devices: [Int64: Provenance] = [:]
    try database.forEachRow(ForeignQuery("DEVICE", ["_id", "NAME", "MANUFACTURER", "MODEL", "ALIAS"])) { row in
      guard let id = row[0].integer, devices.count < 1_024 else { return }
      devices[id] = Provenance(
        source: Source(name: row[4].text ?? row[1].text ?? ""),
        device: Device(name: row[1].text, manufacturer: row[2].text, model: row[3].text))
    }
    return devices
  }

  // MARK: - Minutes

  private static let columns = ["TIMESTAMP", "DEVICE_ID", "STEPS", "HEART_RATE", "ACTIVE_CALORIES", "DISTANCE_CM"]

  private func readMinutes(
    _ table: String, _ devices: [Int64: Provenance], _ standHours: inout StandHours, _ batcher: inout FeedBatcher
  ) throws {
    var number = 0
    try database.forEachRow(ForeignQuery(table, Self.columns, orderedBy: ["TIMESTAMP", "DEVICE_ID"])) { row in
      number += 1
      let place = "\(table)[\(number)]"
      guard let seconds = row[0].integer, let start = Self.date(seconds) else {
        return batcher.skip(.badDate, at: place)
      }
      let end = start.addingTimeInterval(60)
      let provenance = row[1].integer.flatMap { devices[$0] } ?? Self.unknown
      let details = FeedBatcher.Details(provenance: batcher.tables.provenance(provenance))
      var isEmpty = true
      // Negative values mean that nothing was measured.
      if let steps = row[2].number, steps > 0 {
        isEmpty = false
        try batcher.add(quantity: TypeIdentifier.stepCount, steps, "count", from: start, to: end, details, at: place)
        standHours.add(steps, from: start, to: end, by: provenance)
        if steps >= Self.briskSteps {
          var details = details
          details.isDerived = true
          try batcher.add(
            quantity: TypeIdentifier.appleExerciseTime, 1, "min", from: start, to: end, details, at: place)
        }
      }
      // 255 and -1 mean no value.
      if let rate = row[3].number, rate > 0, rate < 255 {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.heartRate, rate, "count/min", from: start, to: start, details, at: place)
      }
      if let energy = row[4].number, energy > 0 {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.activeEnergyBurned, energy, "kcal", from: start, to: end, details, at: place)
      }
      if let distance = row[5].number, distance > 0 {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.distanceWalkingRunning, distance, "cm", from: start, to: end, details, at: place)
      }
      if isEmpty { batcher.skip("nothingMeasured", at: place) }
    }
  }

  /// Seconds since 1970; some brands use milliseconds.
  private static func date(_ number: Int64) -> Date? {
    let seconds = number.magnitude > 100_000_000_000 ? Double(number) / 1_000 : Double(number)
    let date = Date(timeIntervalSince1970: seconds)
    return SampleBounds.allows(date) ? date : nil
  }

  // MARK: - Workouts

  /// Gadgetbridge's own activity numbers.
  private static let activities: [Int64: Int] = [16: 37, 32: 52, 64: 46, 128: 13, 256: 37]

  private func readWorkouts(_ devices: [Int64: Provenance], _ batcher: inout FeedBatcher) throws {
    let query = ForeignQuery(
      "BASE_ACTIVITY_SUMMARY", ["_id", "NAME", "START_TIME", "END_TIME", "ACTIVITY_KIND", "DEVICE_ID"],
      orderedBy: ["START_TIME"])
    try database.forEachRow(query) { row in
      let place = "BASE_ACTIVITY_SUMMARY[\(row[0].integer ?? 0)]"
      guard let first = row[2].integer, let start = Self.date(first), let last = row[3].integer,
        let end = Self.date(last)
      else { return batcher.skip(.badDate, at: place) }
      let provenance = row[5].integer.flatMap { devices[$0] } ?? Self.unknown
      var details = FeedBatcher.Details(provenance: batcher.tables.provenance(provenance))
      if let name = row[1].text {
        details.metadata.append(Metadata.Entry(key: "HKWorkoutBrandName", value: .text(name)))
      }
      let activity = row[4].integer.flatMap { Self.activities[$0] } ?? WorkoutActivityCatalog.other
      guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return }
      try batcher.add(WorkoutRecord(sample: sample, duration: end.timeIntervalSince(start)))
    }
  }
}
