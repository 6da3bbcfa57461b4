import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase

@Suite("A type that a later catalog adds")
struct CatalogUpgradeTests {
  private let mass = "HKQuantityTypeIdentifierBodyMass"
  private let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

  /// Stored as by a program whose catalog does not contain the type.
  private func unknown(_ sample: FakeSample) -> FakeSample {
    var sample = sample
    sample.kind = .other
    return sample
  }

  /// Closes the store and opens it with the current catalog, as if it had been written with a different one.
  private func reopened(_ test: TestStore) throws -> Store {
    try test.store.write { try $0.execute(sql: "UPDATE info SET value = 1 WHERE key = 'catalog'") }
    return try Store(path: test.path, access: .write)
  }

  private func rows(_ store: Store) throws -> [String] {
    try store.read { db in
      try Row.fetchAll(
        db, sql: "SELECT identifier, kind, unit, round(value, 6) FROM sample JOIN sample_type t ON t.id = type_id"
      ).map { "\($0[0] as String) \($0[1] as Int) \($0[2] as String) \($0[3] as Double? ?? -1)" }.sorted()
    }
  }

  private func weight(_ value: Double, _ unit: String, hour: Int) -> FakeSample {
    FakeSample(mass, value, unit: unit, from: date("2026-03-02 00:00") + Double(hour) * 3_600)
  }

  @Test("then has all its samples, including newer ones, in the canonical unit, and matches the next export's")
  func quantities() throws {
    let test = try TestStore()
    let pounds = weight(200, "lb", hour: 1)
    let grams = weight(80_000, "g", hour: 2)
    try FakeExport(date: date("2026-03-05 00:00"), [unknown(pounds), unknown(grams)]).run(into: test.store)
    #expect(try test.store.count("sample_type") == 2)
    let anchor = try test.store.view(.everything).position()
    try FakeExport(date: date("2026-03-06 00:00"), [weight(81, "kg", hour: 3)]).run(into: test.store)
    #expect(try test.store.count("sample_type") == 3)

    let store = try reopened(test)
    #expect(try rows(store) == ["\(mass) 0 kg 80.0", "\(mass) 0 kg 81.0", "\(mass) 0 kg 90.718474"])
    #expect(try store.count("sample_type") == 1)
    #expect(try store.strayRows() == [])
    // A reader that had read up to the first import gets the rest once.
    let changes = try store.view(.everything).changes([SampleRequest(type: mass)], after: anchor)
    #expect(changes.added.samples.count == 1)
    #expect(try store.view(.everything).samples([SampleRequest(type: mass)]).samples.count == 3)
    let again = try FakeExport(date: date("2026-03-07 00:00"), [pounds, grams, weight(81, "kg", hour: 3)])
      .run(into: store)
    #expect(again.counts.alreadyPresent == 3)
    #expect(try store.sampleCount() == 3)
    // There is nothing left to do.
    let before = try store.dump()
    #expect(try Store(path: test.path, access: .write).dump() == before)
  }

  @Test("keeps the details of its other row: which samples last for days, and what was deleted")
  func mergedRows() throws {
    let test = try TestStore()
    var days = weight(200, "lb", hour: 1)
    days.end = days.start + 3 * 86_400
    let short = weight(150, "lb", hour: 2)
    try FakeExport(date: date("2026-03-05 00:00"), [unknown(days), unknown(short)]).run(into: test.store)
    let anchor = try test.store.view(.everything).position()
    try test.store.write { try SampleDeleter.delete($0, rows: [2], importID: nil) }
    try FakeExport(date: date("2026-03-06 00:00"), [weight(81, "kg", hour: 3)]).run(into: test.store)

    let view = try reopened(test).view(.everything)
    // Long after its start, so it is only found by the search for samples that last longer than a day.
    let middle = date("2026-03-04 12:00")
    let reaching = SampleRequest(type: mass, filter: .dates(from: middle, to: middle + 3_600))
    #expect(try view.samples([reaching]).samples.map(\.start) == [days.start])
    #expect(try view.changes([SampleRequest(type: mass)], after: anchor).deleted.count == 1)
  }

  @Test("has its category values parsed, and values that are still unknown kept")
  func categories() throws {
    let test = try TestStore()
    let samples = ["HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisAsleepDozing"].map { symbol in
      FakeSample(
        sleep, .nan, from: date("2026-03-02 01:00"),
        metadata: [Metadata.Entry(key: MetadataKey.unknownValue, value: .text(symbol))])
    }
    try FakeExport(date: date("2026-03-05 00:00"), samples.map(unknown)).run(into: test.store)
    let store = try reopened(test)
    #expect(try rows(store) == ["\(sleep) 1  -1.0", "\(sleep) 1  3.0"])
    #expect(try store.strayRows() == [])
  }

  @Test("stays unchanged if its unit cannot be converted")
  func incompatible() throws {
    let test = try TestStore()
    try FakeExport([unknown(weight(3, "count", hour: 1))]).run(into: test.store)
    let store = try reopened(test)
    #expect(try rows(store) == ["\(mass) 4 count 3.0"])
  }
}
