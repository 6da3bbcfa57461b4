import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Tables that a connection keeps between reads")
struct SharedTablesTests {
  private static let types = [RingType.stepCount, RingType.distance, "HKQuantityTypeIdentifierBodyMass", "Unknown"]

  /// A result without the rows that it refers to: the contents.
  private func contents(_ stored: StoredSamples) -> [String] {
    stored.samples.map { sample in
      "\(sample) \(String(describing: stored.types[sample.type])) "
        + String(describing: stored.provenances[sample.provenance])
    }
  }

  private func read(_ store: Store, _ scope: ReadScope) throws -> [[String]] {
    let requests = Self.types.map { SampleRequest(type: $0) }
    let during = SampleRequest(
      type: RingType.stepCount, filter: .end(.greaterThan, date("2026-03-05 00:00")))
    let view = store.view(scope)
    return [
      contents(try view.samples(requests)), contents(try view.samples([during])),
      contents(try view.samples(requests, sort: [SampleSort(.start, isAscending: false)], limit: 7)),
      contents(try view.changes(requests, after: StoreAnchor(), limit: 9).added),
      try view.sources(during).map(\.name).sorted(),
      [String(describing: try view.changes(requests, after: StoreAnchor()).anchor)],
    ]
  }

  @Test("are those of a new connection after every commit: new types, sources, names and durations")
  func commits() throws {
    let test = try TestStore()
    var random = SplitMix(seed: 29)
    try FakeExport([FakeSample(RingType.stepCount, 1, from: date("2026-03-01 00:00"))]).run(into: test.store)
    let old = try Store(path: test.path, access: .read)
    for round in 0..<30 {
      let samples = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        var sample = FakeSample(
          Self.types.randomElement(using: &random) ?? "", Double(round),
          unit: ["kg", "m", "count"].randomElement(using: &random),
          from: date("2026-03-01 00:00") + Double(Int.random(in: 0..<600_000, using: &random)),
          seconds: Double(Int.random(in: 0..<200_000, using: &random)))
        // The latest name of a bundle is that of all its samples.
        let bundle = Int.random(in: 0..<3, using: &random)
        sample.provenance = Provenance(
          source: Source(name: "Name \(round)", bundleIdentifier: bundle == 0 ? "" : "org.example.\(bundle)"),
          version: round.isMultiple(of: 3) ? "\(round)" : nil)
        return sample
      }
      try FakeExport(samples).run(into: test.store)
      if round.isMultiple(of: 7) {
        try test.store.write { try $0.execute(sql: "DELETE FROM info WHERE key = 'history_id'") }
      }
      if round.isMultiple(of: 10) { try test.store.write { try StoreIdentity.beginHistory($0) } }
      for scope in [ReadScope.everything, ReadScope(client: "org.example.1", readable: [RingType.distance])] {
        let new = try read(Store(path: test.path, access: .read), scope)
        #expect(try read(old, scope) == new)
        #expect(try read(test.store, scope) == new)
      }
    }
    #expect(try read(old, .everything)[0].count > 40)
  }

  @Test("are read again after a read that found a damaged row in them")
  func damage() throws {
    let test = try TestStore()
    try FakeExport([FakeSample(RingType.stepCount, 1, from: date("2026-03-01 00:00"))]).run(into: test.store)
    try test.store.write { try $0.plant("UPDATE source SET name = x'FF00'") }
    let store = try Store(path: test.path, access: .read)
    for _ in 0..<2 {
      #expect(
        storeErrorCode { try store.view(.everything).samples([SampleRequest(type: RingType.stepCount)]) } == .damaged)
    }
  }

  @Test("statements are reused up to a limit, and never while they are in use")
  func statements() throws {
    let test = try TestStore()
    try FakeExport([FakeSample(RingType.stepCount, 1, from: date("2026-03-01 00:00"))]).run(into: test.store)
    try test.store.read { db in
      let tables = try SharedTables.of(db)
      let first = try tables.statement("SELECT id FROM sample_type")
      #expect(try tables.statement("SELECT id FROM sample_type") === first)
      let rows = try Row.fetchCursor(first)
      _ = try rows.next()
      #expect(try tables.statement("SELECT id FROM sample_type") !== first)
      for number in 0..<100 { _ = try tables.statement("SELECT \(number)") }
      #expect(try tables.statement("SELECT 1") === tables.statement("SELECT 1"))
      #expect(try tables.statement("SELECT 99") !== tables.statement("SELECT 99"))
    }
  }
}
