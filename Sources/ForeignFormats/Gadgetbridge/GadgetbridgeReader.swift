import FoundationEssentials
import HealthImport
import HealthModel

/// Reads Gadgetbridge's tables, one after the other.
struct GadgetbridgeReader {
  var batcher: FeedBatcher
  private let database: any ForeignDatabase
  private let context: ImportContext
  private let devices: [Int64: Provenance]
  private var standHours: StandHours

  init(
    database: any ForeignDatabase, context: ImportContext, devices: [Int64: Provenance], batcher: FeedBatcher
  ) {
    self.database = database
    self.context = context
    standHours = StandHours(context: context)
    self.devices = devices
    self.batcher = batcher
  }

  /// Whether a table has one row per minute, by its columns.
  static func isMinutes(_ table: String, _ columns: Set<String>) -> Bool {
    table.hasSuffix("ACTIVITY_SAMPLE") && columns.isSuperset(of: ["TIMESTAMP", "DEVICE_ID", "STEPS"])
  }

  mutating func finish() throws { try standHours.store(into: &batcher) }

  private func provenance(_ device: ForeignValue) -> Provenance {
    device.integer.flatMap { devices[$0] } ?? Provenance(source: Source(name: ""))
  }

  private mutating func details(_ device: ForeignValue) -> FeedBatcher.Details {
    FeedBatcher.Details(provenance: batcher.tables.provenance(provenance(device)))
  }

  /// Seconds since 1970; some tables have milliseconds.
  private static func date(_ value: ForeignValue) -> Date? {
    guard let number = value.integer else { return nil }
    let seconds = number.magnitude > 100_000_000_000 ? Double(number) / 1_000 : Double(number)
    let date = Date(timeIntervalSince1970: seconds)
    return SampleBounds.allows(date) ? date : nil
  }

  // MARK: - Minutes

  /// The number of steps in a minute that counts as exercise: brisk walking.
  private static let briskSteps = 100.0

  private struct Counter: Hashable {
    var device: Int64?
    var measure: Int
  }

  mutating func readMinutes(_ table: String) throws {
    let contents = GadgetbridgeTables.minutes[table] ?? GadgetbridgeTables.Minutes()
    let columns = [
      "TIMESTAMP", "DEVICE_ID", "STEPS", "HEART_RATE", contents.energy?.column ?? "", contents.distance?.column ?? "",
    ]
    var counters = DayCounters<Counter>(context: context)
    var nights = MinuteNights(contents.sleep)
    var number = 0
    let query = ForeignQuery(table, columns + nights.columns, orderedBy: ["TIMESTAMP", "DEVICE_ID"])
    try database.forEachRow(query) { row in
      number += 1
      func place() -> String { "\(table)[\(number)]" }
      guard let time = Self.date(row[0]) else { return batcher.skip(.badDate, at: place()) }
      let details = details(row[1])
      var isEmpty = true
      /// What was added in the row, and since when; negative values mean that nothing was measured.
      func increment(_ column: Int, _ factor: Double) -> (value: Double, start: Date, end: Date)? {
        guard let value = row[column].number, value > 0 else { return nil }
        guard contents.isCumulative else { return (value * factor, time, time + 60) }
        guard let added = counters.add(value, Counter(device: row[1].integer, measure: column), at: time),
          added.count > 0
        else { return nil }
        return (added.count * factor, added.start, time)
      }
      if let steps = increment(2, 1) {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.stepCount, steps.value, "count", from: steps.start, to: steps.end, details,
          at: place()
        )
        standHours.add(steps.value, from: steps.start, to: steps.end, by: provenance(row[1]))
        if !contents.isCumulative, steps.value >= Self.briskSteps {
          var details = details
          details.isDerived = true
          try batcher.add(
            quantity: TypeIdentifier.appleExerciseTime, 1, "min", from: steps.start, to: steps.end, details, at: place()
          )
        }
      }
      // 255 and -1 mean no value.
      if let rate = row[3].number, rate > 0, rate < 255 {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.heartRate, rate, "count/min", from: time, to: time, details, at: place())
      }
      if let factor = contents.energy?.factor, let energy = increment(4, factor) {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.activeEnergyBurned, energy.value, "kcal", from: energy.start, to: energy.end,
          details, at: place())
      }
      if let factor = contents.distance?.factor, let distance = increment(5, factor) {
        isEmpty = false
        try batcher.add(
          quantity: TypeIdentifier.distanceWalkingRunning, distance.value, "m", from: distance.start, to: distance.end,
          details, at: place())
      }
      if let ended = nights.add(row, from: columns.count, at: time, until: Self.date) {
        try store(ended, at: place())
      }
      if isEmpty, !nights.isAsleep(row[1].integer) { batcher.skip("nothingMeasured", at: place()) }
    }
    for ended in nights.finish() { try store(ended, at: table) }
  }

  private mutating func store(_ stage: MinuteNights.Stage, at place: @autoclosure () -> String) throws {
    try batcher.add(
      category: TypeIdentifier.sleepAnalysis, stage.value, from: stage.start, to: stage.end,
      details(stage.device.map { .integer($0) } ?? .null), at: place())
  }

  // MARK: - Measurements

  mutating func readMeasurements(_ table: String, _ measurement: GadgetbridgeTables.Measurement) throws {
    var number = 0
    let query = ForeignQuery(table, ["TIMESTAMP", "DEVICE_ID", measurement.column], orderedBy: ["TIMESTAMP"])
    try database.forEachRow(query) { row in
      number += 1
      func place() -> String { "\(table)[\(number)]" }
      guard let date = Self.date(row[0]) else { return batcher.skip(.badDate, at: place()) }
      guard let value = row[2].number, value >= measurement.least else {
        return batcher.skip("nothingMeasured", at: place())
      }
      try batcher.add(
        measurement.identifier, value * measurement.factor, measurement.unit, from: date, to: date, details(row[1]),
        at: place())
    }
  }

  /// Minutes of moderate and vigorous activity that ended at a time.
  mutating func readIntensityMinutes() throws {
    let table = GadgetbridgeTables.intensityMinutes
    var number = 0
    let query = ForeignQuery(table, ["TIMESTAMP", "DEVICE_ID", "MODERATE", "VIGOROUS"], orderedBy: ["TIMESTAMP"])
    try database.forEachRow(query) { row in
      number += 1
      func place() -> String { "\(table)[\(number)]" }
      guard let date = Self.date(row[0]) else { return batcher.skip(.badDate, at: place()) }
      let minutes = (row[2].number ?? 0) + (row[3].number ?? 0)
      guard minutes > 0, minutes <= 1_440 else { return batcher.skip("nothingMeasured", at: place()) }
      var details = details(row[1])
      details.isDerived = true
      try batcher.add(
        quantity: TypeIdentifier.appleExerciseTime, minutes, "min", from: date - minutes * 60, to: date, details,
        at: place())
    }
  }

  // MARK: - Sleep

  mutating func readOverlay(_ table: String, _ stages: [Int64: Double]) throws {
    let query = ForeignQuery(
      table, ["TIMESTAMP_FROM", "TIMESTAMP_TO", "RAW_KIND", "DEVICE_ID"], orderedBy: ["TIMESTAMP_FROM"])
    try database.forEachRow(query) { row in
      guard let start = Self.date(row[0]), let end = Self.date(row[1]) else { return batcher.skip(.badDate, at: table) }
      guard let stage = row[2].integer.flatMap({ stages[$0] }) else {
        return batcher.skip(.unsupportedElement, at: table)
      }
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, stage, from: start, to: end, details(row[3]), at: table)
    }
  }

  /// A start or an end of sleep in another table.
  private struct Mark {
    var date: Date
    var isStart: Bool
  }

  mutating func readStages(_ table: GadgetbridgeTables.Stages) throws {
    let marks = try marks(table.extent)
    var rows: [Int64: [(date: Date, value: Double?, duration: Double)]] = [:]
    let query = ForeignQuery(table.table, ["TIMESTAMP", "DEVICE_ID", "STAGE", "DURATION"], orderedBy: ["TIMESTAMP"])
    try database.forEachRow(query) { row in
      guard let date = Self.date(row[0]) else { return batcher.skip(.badDate, at: table.table) }
      rows[row[1].integer ?? 0, default: []].append(
        (date, row[2].integer.flatMap { table.stages[$0] }, row[3].number ?? 0))
    }
    for (device, rows) in rows.sorted(by: { $0.key < $1.key }) {
      let marks = marks[device] ?? []
      for (index, row) in rows.enumerated() {
        func place() -> String { "\(table.table)[\(index + 1)]" }
        var (start, end) = (row.date, row.date)
        switch table.extent {
        case .duration(let unit): end = start + row.duration * unit
        case .next:
          let next = index + 1 < rows.count ? rows[index + 1].date : nil
          let wake = marks[marks.partitioningIndex { $0.date >= row.date }...].first { !$0.isStart }?.date
          end = [next, wake].compactMap(\.self).min() ?? start
        case .previous:
          let before = index > 0 ? rows[index - 1].date : nil
          let asleep = marks[..<marks.partitioningIndex { $0.date > row.date }].last { $0.isStart }?.date
          start = [before, asleep].compactMap(\.self).max() ?? end
        }
        guard let value = row.value else {
          batcher.skip("nothingMeasured", at: place())
          continue
        }
        guard end > start else {
          batcher.skip(.missingStartDate, at: place())
          continue
        }
        try batcher.add(
          category: TypeIdentifier.sleepAnalysis, value, from: start, to: end, details(.integer(device)), at: place())
      }
    }
    guard case .next(let nights) = table.extent else { return }
    try readNights(nights) { device, start, end in
      let rows = rows[device] ?? []
      return !rows[rows.partitioningIndex { $0.date >= start }...].prefix(1).contains { $0.date < end }
    }
  }

  /// The event of falling asleep and waking up in Garmin's files.
  private static let sleepEvent: Int64 = 74

  private mutating func marks(_ extent: GadgetbridgeTables.Extent) throws -> [Int64: [Mark]] {
    var marks: [Int64: [Mark]] = [:]
    switch extent {
    case .duration: break
    case .next(let nights):
      try database.forEachRow(ForeignQuery(nights, ["WAKEUP_TIME", "DEVICE_ID"], orderedBy: ["WAKEUP_TIME"])) { row in
        guard let date = Self.date(row[0]) else { return }
        marks[row[1].integer ?? 0, default: []].append(Mark(date: date, isStart: false))
      }
    case .previous(let events):
      let query = ForeignQuery(events, ["TIMESTAMP", "DEVICE_ID", "EVENT", "EVENT_TYPE"], orderedBy: ["TIMESTAMP"])
      try database.forEachRow(query) { row in
        guard row[2].integer == Self.sleepEvent, let date = Self.date(row[0]) else {
          return batcher.skip(.unsupportedElement, at: events)
        }
        marks[row[1].integer ?? 0, default: []].append(Mark(date: date, isStart: row[3].integer == 0))
      }
    }
    return marks
  }

  /// Nights as a whole, where they have no stages.
  private mutating func readNights(
    _ table: String, _ isWithoutStages: (_ device: Int64, _ start: Date, _ end: Date) -> Bool
  ) throws {
    let query = ForeignQuery(table, ["TIMESTAMP", "DEVICE_ID", "WAKEUP_TIME"], orderedBy: ["TIMESTAMP"])
    try database.forEachRow(query) { row in
      guard let start = Self.date(row[0]), let end = Self.date(row[2]) else { return batcher.skip(.badDate, at: table) }
      guard isWithoutStages(row[1].integer ?? 0, start, end) else { return }
      try batcher.add(category: TypeIdentifier.sleepAnalysis, 1, from: start, to: end, details(row[1]), at: table)
    }
  }

  // MARK: - Workouts

  mutating func readWorkouts(_ table: String) throws {
    let query = ForeignQuery(
      table, ["_id", "NAME", "START_TIME", "END_TIME", "ACTIVITY_KIND", "DEVICE_ID", "SUMMARY_DATA"],
      orderedBy: ["START_TIME"])
    try database.forEachRow(query) { row in
      func place() -> String { "\(table)[\(row[0].integer ?? 0)]" }
      guard let start = Self.date(row[2]), let end = Self.date(row[3]) else {
        return batcher.skip(.badDate, at: place())
      }
      var details = details(row[5])
      if let name = row[1].text {
        details.metadata.append(Metadata.Entry(key: MetadataKey.workoutName, value: .text(name)))
      }
      let name = row[4].integer.flatMap { GadgetbridgeTables.activities[$0] }
      let activity = WorkoutActivityCatalog.all.first { $0.name == name }?.rawValue ?? WorkoutActivityCatalog.other
      guard let sample = batcher.workout(activity, from: start, to: end, details, at: place()) else { return }
      let lasts = end.timeIntervalSince(start)
      let summary = (try? Self.summary(row[6].text ?? "{}")) ?? [:]
      let active = summary["activeSeconds"].flatMap { (1...max(1, lasts)).contains($0) ? $0 : nil }
      var workout = WorkoutRecord(sample: sample, duration: active ?? lasts)
      func add(_ type: String, _ unit: String, _ key: String) {
        guard let sum = summary[key], sum > 0, SampleBounds.allows(sum) else { return }
        workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
      }
      add(WorkoutTotal.distance.type(forActivity: activity), "m", "distanceMeters")
      add(TypeIdentifier.activeEnergyBurned, "kcal", "caloriesBurnt")
      add(TypeIdentifier.stepCount, "count", "steps")
      if let average = summary["averageHR"], average > 0, average < 255 {
        workout.statistics.append(
          WorkoutStatisticsRecord(
            type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: end, average: average,
            maximum: summary["maxHR"]))
      }
      try batcher.add(workout)
    }
  }

  /// `{"distanceMeters": {"value": 5012.5, "unit": "meters"}, …}`
  private static func summary(_ text: String) throws -> [String: Double] {
    var values: [String: Double] = [:]
    var reader = JSONReader(JSONInput(bytes: Array(text.utf8)))
    try reader.object { reader, name in
      guard try reader.kind() == .object else { return try reader.skip() }
      try reader.object { reader, key in
        guard key == "value", try reader.kind() == .number, values.count < 256 else { return try reader.skip() }
        values[name] = try reader.number()
      }
    }
    return values
  }
}
