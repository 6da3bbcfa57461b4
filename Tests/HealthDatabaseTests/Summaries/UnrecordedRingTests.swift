import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Rings that nothing has recorded")
struct UnrecordedRingTests {
  private let noon = date("2026-03-02 12:00")
  private let later = date("2026-03-09 12:00")

  private func values(_ store: Store, _ text: String = "2026-03-02") throws -> [Double?] {
    let summary = try store.summary(text)
    return Ring.allCases.map { summary[$0].value }
  }

  @Test("a source that has only ever written energy says nothing about exercise and standing")
  func phone() throws {
    let test = try TestStore()
    let watch: [FakeSample] = [
      .energy(100, at: later), .exercise(5, at: later, seconds: 300), .stand(at: later),
    ]
    try FakeExport([.energy(300, at: noon, source: .phone)] + watch).run(into: test.store)
    #expect(try values(test.store) == [300, nil, nil])
    #expect(try test.store.summary("2026-03-02").basis == .computed)
    #expect(try values(test.store, "2026-03-09") == [100, 5, 1])
    #expect(try values(test.store, "2026-03-05") == [nil, nil, nil])
  }

  @Test("a source that writes a ring on other days has recorded 0 of it on a day on which it writes another")
  func watch() throws {
    let test = try TestStore()
    try FakeExport([
      .energy(300, at: noon), .energy(200, at: later), .exercise(5, at: later, seconds: 300),
      .stand(at: date("2026-03-10 09:00"), isIdle: true),
    ]).run(into: test.store)
    #expect(try values(test.store) == [300, 0, 0])
    #expect(try values(test.store, "2026-03-10") == [0, 0, 0])
    #expect(try values(test.store, "2026-03-05") == [nil, nil, nil])
  }

  @Test("all days of a source follow its first and its last sample of a ring, and that is announced")
  func firstAndLast() throws {
    let test = try TestStore()
    try FakeExport([.energy(300, at: noon)]).run(into: test.store)
    #expect(try values(test.store) == [300, nil, nil])
    func announced() throws -> ClosedRange<Date>? {
      try test.store.read { db in
        let row = try Row.fetchOne(db, sql: "SELECT earliest, latest FROM change ORDER BY id DESC LIMIT 1")
        guard let low: Double = row?["earliest"], let high: Double = row?["latest"] else { return nil }
        return Date(timeIntervalSinceReferenceDate: low)...Date(timeIntervalSinceReferenceDate: high)
      }
    }
    // Another source of that name.
    try deliver([.exercise(5, at: later, seconds: 300)], by: "Kim’s Apple Watch", to: test.store)
    #expect(try values(test.store) == [300, nil, nil])
    try FakeExport([.exercise(7, at: later, seconds: 420)]).run(into: test.store)
    #expect(try announced() == nil)
    #expect(try values(test.store) == [300, 0, nil])
    let row = try #require(
      try test.store.read { try Int64.fetchOne($0, sql: "SELECT id FROM sample WHERE value = 7") })
    try test.store.write { try SampleDeleter.delete($0, rows: [row]) }
    #expect(try announced() == nil)
    #expect(try values(test.store) == [300, nil, nil])
    #expect(try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace }.isEmpty)
  }

  private func deliver(_ samples: [FakeSample], by device: String, to store: Store) throws {
    let options = FeedOptions(feed: "phone", replacement: .overlapping, now: later, systemZone: "GMT")
    _ = try store.receive(options) { session in
      _ = try session.begin(ImportHeader(path: "phone"))
      var tables = FakeTables()
      var batch = SampleBatch()
      for var sample in samples {
        sample.provenance = Provenance(source: FeedSource.source(named: device, feed: "phone", fallback: "Phone"))
        sample.metadata = Metadata([Metadata.Entry(key: MetadataKey.feed, value: .text("phone"))])
        batch.samples.append(tables.record(sample))
      }
      batch.tables = tables.tables
      _ = try session.receive(batch)
      try session.finish(complete: true)
    }
  }

  @Test("an hour of several devices is recorded by each of them")
  func joinedDevices() throws {
    let test = try TestStore()
    try deliver([.energy(300, at: noon)], by: "Kim’s iPhone|Kim’s Apple Watch", to: test.store)
    try deliver([.energy(30, at: later)], by: "Kim’s iPhone", to: test.store)
    #expect(try values(test.store) == [300, nil, nil])
    try deliver([.exercise(5, at: date("2026-03-20 12:00"))], by: "Kim’s Apple\u{A0}Watch", to: test.store)
    #expect(try values(test.store) == [300, 0, nil])
    #expect(try values(test.store, "2026-03-09") == [30, nil, nil])
  }

  @Test("what a person enters by hand makes no other ring 0")
  func byHand() throws {
    let test = try TestStore()
    let byHand = [Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true))]
    func entered(_ type: String, _ value: Double, at start: Date) -> FakeSample {
      FakeSample(type, value, from: start, source: .app, metadata: byHand)
    }
    try FakeExport([
      entered(RingType.activeEnergy, 120, at: noon), entered(RingType.exerciseTime, 10, at: later),
      .exercise(3, at: date("2026-03-20 12:00"), source: .app),
    ]).run(into: test.store)
    #expect(try values(test.store) == [120, nil, nil])
    #expect(try values(test.store, "2026-03-09") == [nil, 10, nil])
  }

  @Test("Apple's summary records every ring, also 0, and of a day that had not ended what samples say nothing about")
  func apple() throws {
    let test = try TestStore()
    let samples: [FakeSample] = [.energy(300, at: noon, source: .phone), .energy(90, at: later, source: .phone)]
    let rows: [AppleSummaryRecord] = [.row("2026-03-02", 310, 0, 0), .row("2026-03-09", 80, 4, 0)]
    try FakeExport(date: date("2026-03-09 18:00"), samples, summaries: rows).run(into: test.store)
    #expect(try values(test.store) == [310, 0, 0])
    #expect(try test.store.summary("2026-03-02").basis == .apple)
    #expect(try values(test.store, "2026-03-09") == [90, 4, 0])
    #expect(try test.store.summary("2026-03-09").basis == .computed)
  }

  @Test("days that an earlier version computed are computed again, and those with Apple's number keep it")
  func upgrade() throws {
    let test = try TestStore()
    try FakeExport(
      date: date("2026-03-09 18:00"),
      [.energy(300, at: noon, source: .phone), .energy(90, at: later, source: .phone)],
      summaries: [.row("2026-03-02", 310, 20, 1)]
    ).run(into: test.store)
    try test.damage(
      """
      UPDATE info SET value = 3 WHERE key = 'derived_version';
      UPDATE day_summary SET computed_exercise = 0, computed_stand = 0;
      UPDATE day_summary SET exercise = 0, stand = 0 WHERE basis = 2
      """)
    let store = try Store(path: test.path, access: .write)
    #expect(try values(store) == [310, 20, 1])
    #expect(try values(store, "2026-03-09") == [90, nil, nil])
  }
}
