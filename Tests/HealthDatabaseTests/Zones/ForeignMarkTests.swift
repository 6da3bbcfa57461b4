import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A time zone that a program names")
struct ForeignMarkTests {
  private let home = ImportOptions(
    now: date("2026-12-31 00:00"), configuredZone: "America/New_York", systemZone: "GMT")

  private func water(_ zone: String, at end: Date) -> FakeSample {
    FakeSample(
      "HKQuantityTypeIdentifierDietaryWater", 250, from: end.addingTimeInterval(-60), source: .app,
      metadata: [Metadata.Entry(key: MetadataKey.timeZone, value: .text(zone))])
  }

  /// A closed ring on March 3, whose last sample ends shortly before midnight in New York.
  private func closedDay() throws -> TestStore {
    let test = try TestStore()
    try FakeExport(
      date: date("2026-03-04 18:00"),
      [
        .energy(400, at: date("2026-03-03 12:00", "America/New_York")),
        .energy(220, at: date("2026-03-03 21:00", "America/New_York")),
        .energy(50, at: date("2026-03-04 09:00", "America/New_York")),
      ],
      summaries: [.row("2026-03-03", 620, 0, 0), .row("2026-03-04", 50, 0, 0)]
    ).run(into: test.store, options: home)
    #expect(try test.store.summary("2026-03-03").move.value == 620)
    return test
  }

  private func days(_ store: Store) throws -> [DaySummary] {
    try store.summaries(day("2026-03-01")...day("2026-03-08"))
  }

  private func save(_ samples: [FakeSample], to store: Store) throws {
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = samples.map { tables.record($0) }
    batch.tables = tables.tables
    try store.save(batch)
  }

  @Test("once, or as UTC, moves no day", arguments: [("Asia/Tokyo", 1), ("UTC", 5), ("Etc/GMT+3", 5), ("GMT", 2)])
  func moves(zone: String, count: Int) throws {
    let test = try closedDay()
    let before = try days(test.store)
    try save((0..<count).map { water(zone, at: date("2026-03-06 12:00") + Double($0) * 60) }, to: test.store)
    #expect(try days(test.store).map(\.interval) == before.map(\.interval))
  }

  @Test("never moves a day that Apple has summarized after its end, in any order")
  func finished() throws {
    let marks = (0..<5).map { water("Asia/Tokyo", at: date("2026-03-03 10:00") + Double($0) * 60) }
    let after = try closedDay()
    let before = try days(after.store)
    try save(marks, to: after.store)
    #expect(try days(after.store) == before)
    let first = try TestStore()
    try first.store.setHomeZone(HomeZoneChoice(zone: "America/New_York", reason: .configured))
    try save(marks, to: first.store)
    #expect(try first.store.zoneTimeline().zone(of: day("2026-03-03")).identifier == "Asia/Tokyo")
    try FakeExport(
      date: date("2026-03-04 18:00"),
      [
        .energy(400, at: date("2026-03-03 12:00", "America/New_York")),
        .energy(220, at: date("2026-03-03 21:00", "America/New_York")),
        .energy(50, at: date("2026-03-04 09:00", "America/New_York")),
      ],
      summaries: [.row("2026-03-03", 620, 0, 0), .row("2026-03-04", 50, 0, 0)]
    ).run(into: first.store, options: home)
    #expect(try first.store.summary("2026-03-03").move.value == 620)
    #expect(try first.store.summary("2026-03-03").interval == before[2].interval)
  }

  @Test("twice moves its own day alone, unless a device names one; deleting the samples moves it back")
  func twice() throws {
    let test = try closedDay()
    let before = try days(test.store)
    try save((0..<2).map { water("Asia/Tokyo", at: date("2026-03-06 12:00") + Double($0) * 60) }, to: test.store)
    let timeline = try test.store.zoneTimeline()
    let zones = ["2026-03-05", "2026-03-06", "2026-03-07"].map { timeline.zone(of: day($0)).identifier }
    #expect(zones == ["America/New_York", "Asia/Tokyo", "America/New_York"])
    let rows = try test.store.read { db in
      try Int64.fetchAll(db, sql: "SELECT id FROM sample ORDER BY id DESC LIMIT 2")
    }
    _ = try test.store.write { try SampleDeleter.delete($0, rows: rows) }
    #expect(try days(test.store).map(\.interval) == before.map(\.interval))
    #expect(try test.store.count("zone_claim") == 0)
    try save((0..<2).map { water("Asia/Tokyo", at: date("2026-03-06 12:00") + Double($0) * 60) }, to: test.store)
    try save([.named("America/New_York", at: date("2026-03-06 13:00"))], to: test.store)
    #expect(try test.store.zoneTimeline().zone(of: day("2026-03-06")).identifier == "America/New_York")
  }
}
