import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// The sources that tests use for writing.
enum FakeSource: Int, CaseIterable, Hashable {
  case watch, secondWatch, phone, app

  var provenance: Provenance {
    switch self {
    case .watch:
      Provenance(
        source: Source(name: "Kim’s Apple\u{A0}Watch"), version: "10.1", productType: "Watch6,2",
        device: Device(
          name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: "Watch6,2",
          softwareVersion: "10.1"))
    case .secondWatch:
      Provenance(source: Source(name: "Old Watch"), device: Device(model: "Watch", hardwareVersion: "Watch3,4"))
    case .phone:
      Provenance(source: Source(name: "Kim’s iPhone"), device: Device(model: "iPhone", hardwareVersion: "iPhone14,5"))
    case .app:
      Provenance(source: Source(name: "Strides"))
    }
  }
}

/// A sample as it is in a file, before it is put into tables.
struct FakeSample: Hashable {
  var type: String
  var unit: String?
  var kind: SampleKind = .quantity
  var value: Double
  var start: Date
  var end: Date
  var provenance: Provenance
  var metadata = Metadata()
  var uuid: UUID?
  /// The number of seconds after its end when it was written.
  var creationDelay = Double.infinity

  init(
    _ type: String, _ value: Double, unit: String? = nil, from start: Date, seconds: Double = 60,
    source: FakeSource = .watch, metadata: [Metadata.Entry] = []
  ) {
    self.type = type
    self.value = value
    let isCategory = type.hasPrefix("HKCategory")
    kind =
      isCategory
      ? .category
      : type.hasPrefix("HKCorrelation")
        ? .correlation
        : type == TypeIdentifier.workoutRoute ? .other : type.hasPrefix("HKWorkout") ? .workout : .quantity
    self.unit = unit ?? (kind == .quantity ? QuantityTypeCatalog.entry(for: type)?.unit.unitString : nil)
    self.start = start
    end = start.addingTimeInterval(seconds)
    provenance = source.provenance
    self.metadata = Metadata(metadata)
  }

  static func energy(_ value: Double, at start: Date, seconds: Double = 60, source: FakeSource = .watch) -> Self {
    FakeSample(RingType.activeEnergy, value, from: start, seconds: seconds, source: source)
  }

  static func exercise(_ value: Double, at start: Date, seconds: Double = 60, source: FakeSource = .watch) -> Self {
    FakeSample(RingType.exerciseTime, value, from: start, seconds: seconds, source: source)
  }

  static func stand(at start: Date, isIdle: Bool = false) -> Self {
    FakeSample(RingType.standHour, isIdle ? 1 : 0, from: start, seconds: 3_600)
  }

  /// A record that names the user's zone.
  static func named(_ zone: String, at end: Date) -> Self {
    FakeSample(
      "HKCategoryTypeIdentifierSleepAnalysis", 1, from: end.addingTimeInterval(-600), seconds: 600,
      metadata: [Metadata.Entry(key: MetadataKey.timeZone, value: .text(zone))])
  }
}

/// Assigns samples their places in the tables of a run, which only ever grow.
struct FakeTables {
  var tables = SampleTables()
  private var types: [SampleTypeUse: Int32] = [:]
  private var provenances: [Provenance: Int32] = [:]
  private var metadata: [Metadata: Int32] = [:]

  mutating func record(_ sample: FakeSample) -> SampleRecord {
    let use = SampleTypeUse(identifier: sample.type, kind: sample.kind, unit: sample.unit)
    let type = types[use] ?? Int32(tables.types.count)
    if types.updateValue(type, forKey: use) == nil { tables.types.append(use) }
    let provenance = provenances[sample.provenance] ?? Int32(tables.provenances.count)
    if provenances.updateValue(provenance, forKey: sample.provenance) == nil {
      tables.provenances.append(sample.provenance)
    }
    var place: Int32 = -1
    if !sample.metadata.isEmpty {
      // As importers do: one place for all samples with the same metadata.
      place = metadata[sample.metadata] ?? Int32(tables.metadata.count)
      if metadata.updateValue(place, forKey: sample.metadata) == nil { tables.metadata.append(sample.metadata) }
    }
    var record = SampleRecord(
      type: type, provenance: provenance, metadata: place, start: sample.start, end: sample.end,
      value: sample.value, uuid: sample.uuid)
    record.creationDelay = sample.creationDelay
    return record
  }
}

/// The elements that an importer would read from a file and pass to the store, in the file's order.
struct FakeExport {
  enum Element {
    case sample(FakeSample)
    case correlation(FakeSample, members: [FakeSample])
    case workout(FakeSample, WorkoutRecord)
    case summary(AppleSummaryRecord)
  }

  var path = "export.zip"
  var date: Date?
  var printedOffset: Int? = 0
  var homeZone: String?
  var characteristics: [String: String] = [:]
  var elements: [Element] = []

  init(date: Date? = nil, _ samples: [FakeSample] = [], summaries: [AppleSummaryRecord] = []) {
    self.date = date
    elements = samples.map(Element.sample) + summaries.map(Element.summary)
  }

  /// The number of elements that the report must account for.
  var read: Int { elements.count + (date == nil ? 0 : 1) + (characteristics.isEmpty ? 0 : 1) }

  struct Result {
    var counts = SinkCounts()
    var outcome = ImportOutcome()
  }

  /// Runs the import.
  ///
  /// - Parameter killedAfter: how many batches reach the store before the run ends without a word; nil for a whole run.
  @discardableResult
  func run(
    into store: Store, batchSize: Int = 1_000, killedAfter: Int? = nil, complete: Bool = true,
    options: ImportOptions = ImportOptions(now: HealthDatabaseTests.date("2026-12-31 00:00"), systemZone: "GMT"),
    afterEachBatch: () throws -> Void = {}
  ) throws -> Result {
    let session = ImportSession(store: store, options: options)
    var result = Result()
    func add(_ counts: SinkCounts) {
      result.counts.stored += counts.stored
      result.counts.alreadyPresent += counts.alreadyPresent
      result.counts.skips += counts.skips
      result.counts.routes += counts.routes
    }
    add(
      try session.begin(
        ImportHeader(
          path: path, exportDate: date, printedOffset: printedOffset, homeZone: homeZone,
          characteristics: characteristics)))
    var tables = FakeTables()
    var position = 0
    var batches = 0
    while position < elements.count {
      if batches == killedAfter { return result }
      var batch = SampleBatch()
      for (offset, element) in elements[position..<min(elements.count, position + batchSize)].enumerated() {
        let line = Int32(position + offset + 1)
        switch element {
        case .sample(let sample):
          var record = tables.record(sample)
          record.line = line
          batch.samples.append(record)
        case .correlation(let sample, let members):
          batch.correlations.append(
            CorrelationRecord(sample: tables.record(sample), members: members.map { tables.record($0) }))
        case .workout(let sample, var workout):
          workout.sample = tables.record(sample)
          for index in workout.routes.indices {
            var route = FakeSample(TypeIdentifier.workoutRoute, .nan, from: sample.start)
            route.end = sample.end
            route.provenance = sample.provenance
            workout.routes[index].sample = tables.record(route)
          }
          batch.workouts.append(workout)
        case .summary(let summary): batch.appleSummaries.append(summary)
        }
      }
      batch.tables = tables.tables
      add(try session.receive(batch))
      position += batchSize
      batches += 1
      try afterEachBatch()
    }
    if batches == killedAfter { return result }
    try session.finish(complete: complete)
    result.outcome = session.outcome
    return result
  }
}

/// `2026-11-19 08:30` or with seconds, in UTC unless a zone is named.
func date(_ text: String, _ zone: String = "GMT") -> Date {
  let fields = text.split { " -:".contains($0) }.compactMap { Int($0) }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
  func field(_ index: Int) -> Int { fields.indices.contains(index) ? fields[index] : 0 }
  let components = DateComponents(
    year: field(0), month: field(1), day: field(2), hour: field(3), minute: field(4), second: field(5))
  return calendar.date(from: components) ?? .distantPast
}

/// A day that is known to be valid.
func day(_ text: String) -> Day {
  Day(text) ?? Day(number: .min / 4)
}

extension AppleSummaryRecord {
  /// A row with the usual goals.
  static func row(
    _ text: String, _ energy: Double, _ exercise: Double, _ stand: Double,
    goals: (Double, Double, Double) = (600, 30, 12)
  ) -> Self {
    AppleSummaryRecord(
      day: HealthDatabaseTests.day(text), energy: energy, energyGoal: goals.0, exercise: exercise,
      exerciseGoal: goals.1,
      stand: stand, standGoal: goals.2)
  }
}

extension Store {
  func summary(_ text: String) throws -> DaySummary {
    let day = HealthDatabaseTests.day(text)
    return try summaries(day...day)[0]
  }
}
