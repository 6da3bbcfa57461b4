import Configuration
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import OpenHealthKit
import TestSupport

@testable import Assistants

/// A person whose data are known hour by hour, a store with them, and a service that answers from it.
///
/// What a question must be answered with is computed here from the hours alone, without any code of the store.
final class PersonStore {
  /// What is special about a person.
  enum Kind: String, CaseIterable {
    case phoneAndWatch, travel, missingDays, pausedRings, phoneAlone
  }

  /// One hour of a person: what each device has recorded in it.
  struct Hour {
    var start: Date
    var day: Day
    var phone: Double?
    var watch: Double?
    var energy: Double?
    /// A heart rate at each quarter of the hour.
    var rates: [Double] = []

    /// The steps that count: those of the watch, where it has recorded any.
    var steps: Double? { watch ?? phone }
  }

  /// 20 September to 19 November 2026: the clocks of Berlin change on 25 October.
  static let days = (SampleDays.today - 60)...SampleDays.today

  let kind: Kind
  let connection: StoreConnection
  let service: HealthService
  private(set) var hours: [Hour] = []
  /// The weights that were entered, by day.
  private(set) var weights: [Day: Double] = [:]
  /// The seconds asleep of the night that ends on a day.
  private(set) var sleep: [Day: Double] = [:]
  private(set) var runs: [(day: Day, seconds: Double, kilometres: Double)] = []
  private let folder: String

  static let client = "test"

  /// Moves the clock of the service, in seconds.
  let later = Lock(0.0)

  /// - Parameters:
  ///   - shares: what the client may read; nil for all that is not private.
  ///   - writes: the types that it may change; nil for a service that offers no changes.
  ///   - fixesClient: whether there is one client, whatever a caller names itself.
  init(
    _ kind: Kind, seed: UInt64 = 1, shares: [String]? = nil, writes: [String]? = nil, fixesClient: Bool = true
  ) throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("mcp-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    connection = StoreConnection(path: folder + "/health.sqlite")
    // 22:00 in Berlin.
    let now = SampleDays.midnight(SampleDays.today).addingTimeInterval(21 * 3_600)
    var environment = Environment.withoutSettings([:])
    environment.now = { [later] in now + later.withLock(\.self) }
    service = HealthService(
      environment: environment, client: fixesClient ? Self.client : nil, log: nil, writes: writes != nil,
      store: { [connection] in connection },
      health: { connection in
        var configuration = HKHealthStore.Configuration(
          path: connection.path,
          client: .init(bundleIdentifier: "org.openhealthkit.ringtop", name: "ringtop", version: "1"),
          authorization: .owner, now: { now })
        configuration.connection = connection
        return HKHealthStore(configuration: configuration)
      })
    let store = try connection.writing(homeZone: "Europe/Berlin")
    var random = SplitMix(seed: seed)
    var batch = SampleBatch()
    fill(&batch, &random)
    try store.save(batch)
    if kind == .pausedRings {
      _ = try store.change(.pause((Self.days.upperBound - 5)...(Self.days.upperBound - 3)), title: "pause")
    }
    var unknown: String?
    if let grant = SharingGrant(client: Self.client, names: shares ?? [], unknown: &unknown) {
      try store.decide(grant.permissions())
      try store.decide(
        (writes ?? []).compactMap(TypeName.identifier).map {
          Permission(client: "mcp:" + Self.client, type: $0, share: .granted, read: .granted)
        })
    }
  }

  deinit {
    connection.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Stores one more sample, recorded by the phone.
  func save(_ type: SampleTypeUse, _ value: Double, from start: Date, hours: Double = 0) throws {
    var batch = SampleBatch()
    batch.tables.types = ChunkedArray([type])
    batch.tables.provenances = [Provenance(source: Source(name: "Kim's iPhone"))]
    batch.samples.append(
      SampleRecord(type: 0, provenance: 0, start: start, end: start.addingTimeInterval(hours * 3_600), value: value))
    try connection.writing(homeZone: "Europe/Berlin").save(batch)
  }

  /// Stores each run once more, as another program recorded it: a minute later and shorter.
  func repeatRuns() throws {
    var batch = SampleBatch()
    batch.tables.types = ChunkedArray([SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout, unit: "")])
    batch.tables.provenances = [Provenance(source: Source(name: "Strava"))]
    for run in runs {
      let start = midnight(run.day).addingTimeInterval(17 * 3_600 + 60)
      let sample = SampleRecord(type: 0, provenance: 0, start: start, end: start + run.seconds - 60, value: 37)
      batch.workouts.append(WorkoutRecord(sample: sample, duration: run.seconds - 60))
    }
    try connection.writing(homeZone: "Europe/Berlin").save(batch)
  }

  // MARK: - Questions

  func ask(_ tool: String, _ arguments: JSONValue = [:]) -> ToolResult {
    service.call(tool, arguments, Caller(client: Self.client, revision: .november2025))
      ?? ToolResult(refusal: "There is no such tool.")
  }

  // MARK: - Truth

  /// The zone in which a day is limited.
  func zone(of day: Day) -> TimeZone {
    let isAway = kind == .travel && (Self.days.upperBound - 20...Self.days.upperBound - 10).contains(day)
    return TimeZone(identifier: isAway ? "America/New_York" : "Europe/Berlin") ?? .gmt
  }

  func midnight(_ day: Day) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone(of: day)
    let fields = day.fields
    return calendar.date(from: DateComponents(year: fields.year, month: fields.month, day: fields.day)) ?? .distantPast
  }

  /// The sum over the hours of a period; nil without any.
  func sum(_ days: ClosedRange<Day>, _ value: (Hour) -> Double?) -> Double? {
    let known = hours.filter { days.contains($0.day) }.compactMap(value)
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  func daysWithData(_ days: ClosedRange<Day>, _ value: (Hour) -> Double?) -> Int {
    Set(hours.filter { days.contains($0.day) && value($0) != nil }.map(\.day)).count
  }

  // MARK: - Filling

  private func fill(_ batch: inout SampleBatch, _ random: inout SplitMix) {
    let types: [(String, SampleKind, String)] = [
      (TypeIdentifier.stepCount, .quantity, "count"), (TypeIdentifier.activeEnergyBurned, .quantity, "kcal"),
      (TypeIdentifier.heartRate, .quantity, "count/min"), ("HKQuantityTypeIdentifierBodyMass", .quantity, "kg"),
      (TypeIdentifier.sleepAnalysis, .category, ""), (TypeIdentifier.workout, .workout, ""),
      (TypeIdentifier.appleStandHour, .category, ""), ("HKCategoryTypeIdentifierMenstrualFlow", .category, ""),
    ]
    batch.tables.types = ChunkedArray(types.map { SampleTypeUse(identifier: $0.0, kind: $0.1, unit: $0.2) })
    batch.tables.provenances = [
      Provenance(source: Source(name: "Kim's iPhone")), Provenance(source: Source(name: "Kim's Apple Watch")),
    ]
    var metadata: [Metadata] = []
    for name in ["Europe/Berlin", "America/New_York"] {
      metadata.append(Metadata([Metadata.Entry(key: MetadataKey.timeZone, value: .text(name))]))
    }
    batch.tables.metadata = ChunkedArray(metadata)
    func add(
      _ type: Int32, _ source: Int32, _ start: Date, _ seconds: Double, _ value: Double, zone: Int32 = -1
    ) {
      batch.samples.append(
        SampleRecord(
          type: type, provenance: source, metadata: zone, start: start, end: start.addingTimeInterval(seconds),
          value: value))
    }
    let hasWatch = kind != .phoneAlone
    for day in Self.days {
      if kind == .missingDays, day.number % 5 < 2 { continue }
      let (start, end) = (midnight(day), midnight(day + 1))
      let zone: Int32 = self.zone(of: day).identifier == "Europe/Berlin" ? 0 : 1
      // Noon names the zone of its day.
      var hour = start
      while hour < end {
        var known = Hour(start: hour, day: day)
        let hourOfDay = hour.timeIntervalSince(start) / 3_600
        // Awake from 7 to midnight; the watch charges in some of these hours.
        if (7..<24).contains(hourOfDay) {
          known.phone = Double(Int.random(in: 10...900, using: &random))
          if hasWatch, Int.random(in: 0..<4, using: &random) > 0 {
            known.watch = Double(Int.random(in: 10...900, using: &random))
            known.energy = Double(Int.random(in: 20...240, using: &random)) / 4
            known.rates = (0..<4).map { _ in Double(Int.random(in: 50...160, using: &random)) }
          }
        }
        if let phone = known.phone { add(0, 0, hour, 3_600, phone, zone: hourOfDay == 12 ? zone : -1) }
        if let watch = known.watch { add(0, 1, hour, 3_600, watch) }
        if let energy = known.energy { add(1, 1, hour, 3_600, energy) }
        for (quarter, rate) in known.rates.enumerated() {
          add(2, 1, hour.addingTimeInterval(Double(quarter) * 900 + 60), 0, rate)
        }
        if known.watch != nil { add(6, 1, hour, 3_600, known.watch ?? 0 > 100 ? 0 : 1) }
        if known.steps != nil { hours.append(known) }
        hour = hour.addingTimeInterval(3_600)
      }
      if day.number % 3 == 0 {
        let weight = 70 + Double(Int.random(in: 0...40, using: &random)) / 10
        weights[day] = weight
        add(3, 0, start.addingTimeInterval(8 * 3_600), 0, weight)
      }
      if hasWatch, day > Self.days.lowerBound {
        // From 23:00 or later to 6:00, half an hour of it awake.
        let late = Double(Int.random(in: 0..<6, using: &random)) * 600
        let bed = start.addingTimeInterval(-3_600 + late)
        let up = start.addingTimeInterval(6 * 3_600)
        add(4, 1, bed, 7_200, 3)
        add(4, 1, bed.addingTimeInterval(7_200), 1_800, 2)
        add(4, 1, bed.addingTimeInterval(9_000), up.timeIntervalSince(bed) - 9_000, 5)
        sleep[day] = up.timeIntervalSince(bed) - 1_800
      }
      if hasWatch, day.number % 4 == 1 {
        let seconds = Double(Int.random(in: 20...60, using: &random)) * 60
        let start = start.addingTimeInterval(17 * 3_600)
        let kilometres = Double(Int.random(in: 30...120, using: &random)) / 10
        var run = WorkoutRecord(
          sample: SampleRecord(
            type: 5, provenance: 1, start: start, end: start.addingTimeInterval(seconds), value: 37),
          duration: seconds)
        run.statistics = [
          WorkoutStatisticsRecord(
            type: TypeIdentifier.distanceWalkingRunning, unit: "km", start: start,
            end: start.addingTimeInterval(seconds),
            sum: kilometres)
        ]
        batch.workouts.append(run)
        runs.append((day, seconds, kilometres))
      }
    }
    add(7, 0, midnight(Self.days.upperBound - 9), 86_400, 2)
  }
}
