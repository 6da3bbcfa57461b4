import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

/// Another program writes between two batches of an import.
@Suite("An import beside other writers")
struct ImportBesideOthersTests {
  private func energy(_ value: Double, hour: Int, source: FakeSource = .phone) -> FakeSample {
    var sample = FakeSample.energy(value, at: date("2026-03-02 00:00") + Double(hour) * 3_600, source: source)
    sample.metadata = Metadata([Metadata.Entry(key: "place", value: .text("park"))])
    return sample
  }

  private func isSound(_ test: TestStore) throws -> Bool {
    try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace }.isEmpty
      && test.store.strayRows().isEmpty
  }

  /// Imports samples, each in a batch of its own, with something that happens after the first one.
  private func run(
    _ samples: [FakeSample], into test: TestStore, between: (Store) throws -> Void
  ) throws -> FakeExport.Result {
    let other = try Store(path: test.path, access: .write)
    var batches = 0
    return try FakeExport(date: date("2026-03-20 00:00"), samples).run(into: test.store, batchSize: 1) {
      batches += 1
      if batches == 1 { try between(other) }
    }
  }

  @Test("files later samples under a source and metadata that another program has removed meanwhile")
  func removed() throws {
    let test = try TestStore()
    _ = try run([energy(1, hour: 1), energy(2, hour: 2), energy(3, hour: 3)], into: test) { other in
      let uuid = try other.uuid(ofRow: 1)
      #expect(try other.delete(sample: uuid, title: "delete") != nil)
    }
    let fresh = try TestStore()
    try FakeExport(date: date("2026-03-20 00:00"), [energy(2, hour: 2), energy(3, hour: 3)]).run(into: fresh.store)
    #expect(try test.store.sampleTexts() == fresh.store.sampleTexts())
    #expect(try test.store.sampleTexts().count == 2)
    #expect(try isSound(test))
  }

  @Test("matches the samples that another import of the same file has stored meanwhile")
  func imported() throws {
    let test = try TestStore()
    let samples = [energy(1, hour: 1), energy(2, hour: 2, source: .app), energy(3, hour: 3)]
    let result = try run(samples, into: test) { other in
      try FakeExport(date: date("2026-03-20 00:00"), samples).run(into: other)
    }
    #expect(result.counts.stored - 1 == 1 && result.counts.alreadyPresent == 2)
    #expect(try test.store.sampleTexts().count == 3)
    #expect(try isSound(test))
  }

  @Test("stores what another program has removed meanwhile from many samples of one second")
  func removedFromMany() throws {
    let test = try TestStore()
    let samples = (1...60).map { energy(Double($0), hour: 1) }
    try FakeExport(date: date("2026-03-19 00:00"), samples).run(into: test.store)
    let texts = try test.store.sampleTexts()
    _ = try run(samples, into: test) { other in
      let uuid = try other.uuid(ofRow: 30)
      #expect(try other.delete(sample: uuid, title: "delete") != nil)
    }
    #expect(try test.store.sampleTexts().sorted() == texts.sorted())
    #expect(try isSound(test))
  }

  @Test("stores what another program has removed meanwhile from the samples that follow in the store")
  func removedAhead() throws {
    let test = try TestStore()
    let samples = (1...60).map { energy(Double($0), hour: $0) }
    try FakeExport(date: date("2026-03-19 00:00"), samples).run(into: test.store)
    let texts = try test.store.sampleTexts()
    _ = try run(samples, into: test) { other in
      let uuid = try other.uuid(ofRow: 30)
      #expect(try other.delete(sample: uuid, title: "delete") != nil)
    }
    #expect(try test.store.sampleTexts().sorted() == texts.sorted())
    #expect(try isSound(test))
  }

  @Test("computes days in the home zone that the user has chosen meanwhile")
  func zone() throws {
    let choice = HomeZoneChoice(zone: "Asia/Tokyo", reason: .configured)
    let samples = [energy(1, hour: 1), energy(2, hour: 16), energy(4, hour: 40)]
    let test = try TestStore()
    _ = try run(samples, into: test) { other in try other.setHomeZone(choice) }
    let fresh = try TestStore()
    try fresh.store.setHomeZone(choice)
    try FakeExport(date: date("2026-03-20 00:00"), samples).run(into: fresh.store)
    let first = try #require(Day(year: 2026, month: 3, day: 1))
    let expected = try fresh.store.summaries(first...(first + 5))
    #expect(try test.store.summaries(first...(first + 5)) == expected)
    #expect(expected.contains { $0.move.value == 2 })
    #expect(try isSound(test))
  }
}
