import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A file with a hostile shape")
struct HostileShapeTests {
  enum Shape: String, CaseIterable, Sendable {
    case oneSecond, oneSecondAndValue, correlationsOfOneMoment, sources, versions, devices, types, units, zones, keys,
      days, descendingSources
  }

  private func export(_ shape: Shape, count: Int) -> FakeExport {
    let start = date("2026-03-02 08:00")
    func energy(_ index: Int) -> FakeSample { .energy(1, at: start + Double(index) * 60) }
    var export = FakeExport(date: date("2026-03-05 09:30"))
    export.elements = (0..<count).map { index in
      var sample = energy(index)
      switch shape {
      case .oneSecond: sample = .energy(Double(index), at: start)
      case .oneSecondAndValue: sample = .energy(1, at: start)
      case .correlationsOfOneMoment:
        let members = [120.0, 80].map {
          FakeSample(
            "HKQuantityTypeIdentifierBloodPressureSystolic", $0 + Double(index), from: start, seconds: 0, source: .app)
        }
        return .correlation(
          FakeSample("HKCorrelationTypeIdentifierBloodPressure", .nan, from: start, seconds: 0, source: .app),
          members: members)
      case .sources: sample.provenance = Provenance(source: Source(name: "source \(index)"))
      case .descendingSources:
        sample.provenance = Provenance(source: Source(name: "source \(index / 2)"))
        sample = FakeSample(RingType.activeEnergy, 1, from: start - Double(index) * 60)
      case .versions: sample.provenance.version = "\(index)"
      case .devices: sample.provenance.device = Device(name: "device", hardwareVersion: "\(index)")
      case .types:
        sample.type = "HKQuantityTypeIdentifierNew\(index)"
        sample.unit = "mg"
      case .units:
        sample.type = "HKQuantityTypeIdentifierNew"
        sample.unit = "unit\(index)"
      case .zones:
        sample.metadata = Metadata([Metadata.Entry(key: MetadataKey.timeZone, value: .text("Area/City\(index)"))])
      case .keys: sample.metadata = Metadata([Metadata.Entry(key: "key \(index)", value: .number(1))])
      case .days:
        sample.start = date("1950-03-02 08:00") + Double(index) * 86_400 * 9
        sample.end = sample.start + 60
      }
      return .sample(sample)
    }
    return export
  }

  @Test(
    "takes time in proportion to its length, at its first import, at its second and when it is undone",
    arguments: Shape.allCases)
  func linear(shape: Shape) throws {
    func steps(_ count: Int) throws -> [Int] {
      let test = try TestStore()
      let export = export(shape, count: count)
      var first = FakeExport.Result()
      var steps = [try Steps.count(test.store) { first = try export.run(into: test.store) }]
      var second = FakeExport.Result()
      steps.append(try Steps.count(test.store) { second = try export.run(into: test.store) })
      #expect(first.counts.stored == export.read)
      #expect(second.counts.alreadyPresent == export.read)
      #expect(try test.store.strayRows() == [])
      let id = try #require(first.outcome.importID)
      steps.append(try Steps.count(test.store) { try test.store.undoImport(id) })
      #expect(try test.store.sampleCount() == 0)
      return steps
    }
    let few = try steps(600)
    let many = try steps(2_400)
    for (index, (few, many)) in zip(few, many).enumerated() {
      // Four times as much, and a margin for the depth of the indexes. Quadratic work would be sixteen times as much.
      #expect(many < 7 * few + 500, "\(shape) \(index): \(few) for 600, \(many) for 2,400")
    }
  }

  @Test(
    "needs few statements for each new name",
    arguments: [(Shape.sources, 3), (.versions, 3), (.devices, 5), (.types, 4), (.units, 4), (.zones, 3)])
  func statements(shape: Shape, most: Int) throws {
    func statements(_ count: Int) throws -> Int {
      let test = try TestStore()
      let export = export(shape, count: count)
      return try Steps.statements(test.store) { try export.run(into: test.store) }
    }
    let (few, many) = (try statements(200), try statements(1_200))
    // One more lookup or update for each would be a thousand more.
    #expect(many - few < 1_000 * most + 500, "\(shape): \(few) for 200, \(many) for 1,200")
  }

  @Test(
    "has one row for each name, though its tables repeat the names and begin anew",
    arguments: [Shape.sources, .versions, .devices, .types, .units, .zones])
  func repeatedNames(shape: Shape) throws {
    let export = export(shape, count: 100)
    let test = try TestStore()
    let session = ImportSession(
      store: test.store, options: ImportOptions(now: date("2026-12-31 00:00"), systemZone: "GMT"))
    _ = try session.begin(ImportHeader(path: "export.zip", exportDate: date("2026-03-05 09:30")))
    var tables = SampleTables()
    for round in 0..<3 {
      tables.types.forgetAll()
      tables.provenances.forgetAll()
      tables.metadata.forgetAll()
      var batch = SampleBatch()
      for case .sample(let sample) in export.elements + export.elements {
        tables.types.append(SampleTypeUse(identifier: sample.type, kind: sample.kind, unit: sample.unit))
        tables.provenances.append(sample.provenance)
        if !sample.metadata.isEmpty { tables.metadata.append(sample.metadata) }
        batch.samples.append(
          SampleRecord(
            type: Int32(tables.types.endIndex - 1), provenance: Int32(tables.provenances.endIndex - 1),
            metadata: Int32(sample.metadata.isEmpty ? -1 : tables.metadata.endIndex - 1),
            start: sample.start + Double(round), end: sample.end + Double(round), value: sample.value))
      }
      batch.tables = tables
      _ = try session.receive(batch)
    }
    try session.finish(complete: true)
    let plain = try TestStore()
    try export.run(into: plain.store)
    for table in ["sample_type", "source", "device", "provenance", "metadata_set", "metadata_key"] {
      #expect(try test.store.count(table) == plain.store.count(table), "\(table)")
    }
    #expect(try test.store.sampleCount() == 600)
    #expect(try test.store.strayRows() == [])
  }

  @Test("with very many events in a workout and very many members in a correlation is stored completely")
  func wholes() throws {
    func steps(_ count: Int) throws -> Int {
      let test = try TestStore()
      var export = FakeExport(date: date("2026-03-05 09:30"))
      let sample = FakeSample("HKWorkoutTypeIdentifier", 37, from: date("2026-03-03 11:00"), seconds: 1_800)
      var workout = WorkoutRecord.fake(sample)
      workout.events = (0..<count).map { index in
        WorkoutEventRecord(
          type: 3, start: sample.start, end: sample.end,
          metadata: Metadata([Metadata.Entry(key: "lap", value: .number(Double(index / 2)))]))
      }
      let food = FakeSample("HKCorrelationTypeIdentifierFood", .nan, from: sample.start, seconds: 0)
      export.elements = [
        .workout(sample, workout),
        .correlation(
          food,
          members: (0..<count).map {
            FakeSample("HKQuantityTypeIdentifierDietaryProtein", Double($0), from: sample.start, seconds: 0)
          }),
      ]
      let steps = try Steps.count(test.store) {
        try export.run(into: test.store)
        try export.run(into: test.store)
      }
      #expect(try test.store.count("workout_event") >= count)
      #expect(try test.store.count("correlation_member") == count)
      #expect(try test.store.strayRows() == [])
      return steps
    }
    let few = try steps(500)
    let many = try steps(2_000)
    #expect(many < 7 * few + 500, "\(few) for 500, \(many) for 2,000")
  }

  @Test("with dates outside any human lifetime has those records refused with a reason, and a save reports it")
  func dates() throws {
    let test = try TestStore()
    let far = Date(timeIntervalSinceReferenceDate: 1e25)
    let samples = [
      FakeSample.energy(1, at: date("0001-01-01 00:00")), FakeSample.energy(1, at: far),
      FakeSample.energy(1, at: date("2126-03-02 10:00")),
      FakeSample.energy(1, at: date("1960-01-01 00:00"), seconds: 63 * 365.25 * 86_400),
      FakeSample.energy(1e300, at: date("2026-03-02 10:00")), FakeSample.energy(1, at: date("2026-03-02 10:00")),
    ]
    let result = try FakeExport(samples, summaries: [.row("9999-12-31", 1, 2, 3)]).run(into: test.store)
    #expect(result.counts.stored == 1)
    #expect(
      result.counts.skips.map(\.reason) == [
        "dateOutOfRange", "dateOutOfRange", "dateOutOfRange", "tooLong", "badValue", "dateOutOfRange",
      ])
    for sample in samples.dropLast() {
      var tables = FakeTables()
      var batch = SampleBatch()
      batch.samples = [tables.record(sample)]
      batch.tables = tables.tables
      #expect(storeErrorCode { try test.store.save(batch) } == .invalidArgument)
    }
    #expect(try test.store.sampleCount() == 1)
    #expect(try test.store.strayRows() == [])
  }
}

extension FakeExport {
  init(_ samples: [FakeSample], summaries: [AppleSummaryRecord]) {
    self.init(date: nil, samples, summaries: summaries)
  }
}
