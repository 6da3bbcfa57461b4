import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import OpenHealthKit

/// A store of five million samples of ten years, written by the import in the same way as an export of that size: type
/// by type, each in chronological order, in batches.
///
/// It is always the same, so that two runs measure the same work. Days are in UTC and no sample crosses midnight, so
/// that plain SQL over the samples gives the same sums.
struct LargeStore {
  let path: String

  static let firstDay = Day(number: 17_126)
  static let days = 3_652
  /// The current time when the store is read: the evening of its last day.
  static let now = start(of: firstDay + (days - 1)).addingTimeInterval(72_000)

  /// Over a thousand per day, so that three of the five million are of one type.
  static let energy = Series("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", daily: 822, seconds: 100, 0.1...2.6)
  static let heartRate = Series("HKQuantityTypeIdentifierHeartRate", "count/min", daily: 300, seconds: 0, 48...160)
  /// Saved by a program, each with its own identity.
  static let glucose = Series("HKQuantityTypeIdentifierBloodGlucose", "mg/dL", daily: 28, seconds: 0, 70...140)
  static let all = [
    energy, heartRate,
    Series("HKQuantityTypeIdentifierStepCount", "count", daily: 64, seconds: 300, 4...210),
    Series("HKQuantityTypeIdentifierDistanceWalkingRunning", "m", daily: 64, seconds: 300, 3...180),
    Series("HKQuantityTypeIdentifierBasalEnergyBurned", "kcal", daily: 48, seconds: 1_200, 20...40), glucose,
    Series("HKQuantityTypeIdentifierAppleExerciseTime", "min", daily: 30, seconds: 60, 1...1),
    Series("HKQuantityTypeIdentifierRespiratoryRate", "count/min", daily: 14, seconds: 0, 11...19),
  ]

  struct Series {
    let identifier: String
    let unit: String
    let daily: Int
    let seconds: Double
    let values: ClosedRange<Double>

    init(_ identifier: String, _ unit: String, daily: Int, seconds: Double, _ values: ClosedRange<Double>) {
      self.identifier = identifier
      self.unit = unit
      self.daily = daily
      self.seconds = seconds
      self.values = values
    }

    /// The same with more samples, which are shorter.
    func denser(_ factor: Int) -> Series {
      Series(identifier, unit, daily: daily * factor, seconds: (seconds / Double(factor)).rounded(.down), values)
    }

    var type: HKQuantityType { HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier)) }
  }

  /// The first instant of a day.
  static func start(of day: Day) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(day.number - 11_323) * 86_400)
  }

  /// A separate connection for each caller.
  var store: HKHealthStore {
    HKHealthStore(
      configuration: HKHealthStore.Configuration(path: path, authorization: .owner, now: { LargeStore.now }))
  }

  // MARK: - Creation

  init(path: String) {
    self.path = path
  }

  /// The store in a folder, created on first use.
  init(in materials: Materials) throws {
    path = materials.path("queries-2.sqlite")
    guard access(path, F_OK) != 0 else { return }
    note("making \(path)")
    let fresh = path + ".part"
    try materials.removeStore(fresh)
    try Self.fill(fresh)
    try materials.moveStore(fresh, to: path)
  }

  /// A store of the same kind and the same last day, with other numbers of days and of samples a day.
  ///
  /// - Parameter factor: multiplies the samples of each day, about 1,370.
  init(in materials: Materials, name: String, days: Int, factor: Int) throws {
    path = materials.path(name)
    guard access(path, F_OK) != 0 else { return }
    note("making \(path)")
    let fresh = path + ".part"
    try materials.removeStore(fresh)
    try Self.fill(fresh, days: days, factor: factor)
    try materials.moveStore(fresh, to: path)
  }

  private static func fill(_ path: String, days: Int = days, factor: Int = 1) throws {
    let firstDay = firstDay + (Self.days - days)
    let run = ImportSession(
      store: try Store(path: path, access: .create),
      options: ImportOptions(now: now, configuredZone: "UTC", systemZone: "UTC"))
    _ = try run.begin(ImportHeader(path: "benchmark", exportDate: now, printedOffset: 0))
    var random = SeededGenerator(seed: 11)
    var batch = SampleBatch(tables: tables)
    for (index, series) in all.enumerated() {
      for day in 0..<days {
        add(
          series.denser(factor), type: index, midnight: start(of: firstDay + day), year: min(day / 366, 9), to: &batch,
          &random)
        if batch.samples.count >= 10_000 { try send(&batch, to: run) }
      }
    }
    for day in 0..<days {
      for hour in 7..<23 {
        let start = start(of: firstDay + day).addingTimeInterval(Double(hour) * 3_600)
        batch.samples.append(
          SampleRecord(
            type: Int32(all.count), provenance: Int32(min(day / 366, 9)), start: start,
            end: start.addingTimeInterval(3_600),
            value: hour.isMultiple(of: 5) ? 1 : 0))
      }
      if batch.samples.count >= 10_000 { try send(&batch, to: run) }
    }
    try send(&batch, to: run)
    for day in 0..<days {
      batch.appleSummaries.append(
        AppleSummaryRecord(
          day: firstDay + day, energy: 500 + Double(day % 300), energyGoal: 600, exercise: Double(day % 60),
          exerciseGoal: 30, stand: Double(day % 16), standGoal: 12))
    }
    try send(&batch, to: run)
    try run.finish(complete: true)
  }

  private static func send(_ batch: inout SampleBatch, to run: ImportSession) throws {
    guard try run.receive(batch).skips.isEmpty else { throw BenchmarkError("the store rejected samples") }
    batch = SampleBatch(tables: batch.tables)
  }

  /// The types above and the stand hours; a watch and a phone that are updated once a year; three sets of metadata.
  private static var tables: SampleTables {
    var tables = SampleTables()
    tables.types = ChunkedArray(
      all.map { SampleTypeUse(identifier: $0.identifier, kind: .quantity, unit: $0.unit) })
    tables.types.append(SampleTypeUse(identifier: "HKCategoryTypeIdentifierAppleStandHour", kind: .category))
    for (name, model) in [("Mira’s Apple\u{A0}Watch", "Watch"), ("Mira’s iPhone", "iPhone")] {
      for version in 3..<13 {
        tables.provenances.append(
          Provenance(
            source: Source(name: name), version: "\(version).1",
            device: Device(
              name: model, manufacturer: "Apple Inc.", model: model, hardwareVersion: "\(model)6,2",
              softwareVersion: "\(version).1")))
      }
    }
    for context in 0..<3 {
      tables.metadata.append(
        Metadata([.init(key: "HKMetadataKeyHeartRateMotionContext", value: .number(Double(context)))]))
    }
    return tables
  }

  private static func add(
    _ series: Series, type: Int, midnight: Date, year: Int, to batch: inout SampleBatch, _ random: inout SeededGenerator
  ) {
    let slot = 86_400 / series.daily
    let room = max(0, slot - Int(series.seconds) - 1)
    // The phone and the watch count different types, so that there are no duplicates.
    let device = series.unit == "m" ? 10 : 0
    for index in 0..<series.daily {
      let start = midnight.addingTimeInterval(Double(index * slot + random.whole(0...room)))
      let value =
        series.values.lowerBound + random.fraction() * (series.values.upperBound - series.values.lowerBound)
      batch.samples.append(
        SampleRecord(
          type: Int32(type), provenance: Int32(device + year),
          metadata: series.identifier == heartRate.identifier ? Int32(random.whole(0...2)) : -1, start: start,
          end: start.addingTimeInterval(series.seconds), value: (value * 1_000).rounded() / 1_000,
          uuid: series.identifier == glucose.identifier ? identity(&random) : nil))
    }
  }

  private static func identity(_ random: inout SeededGenerator) -> UUID {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      buffer.storeBytes(of: random.next(), as: UInt64.self)
      buffer.storeBytes(of: random.next(), toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }
}
