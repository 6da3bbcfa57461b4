import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase

@Suite("Totals computed during an import")
struct BackgroundTotalsTests {
  private let start = date("2026-03-02 10:00")

  private func samples(_ type: String) -> [FakeSample] {
    (0..<5_000).map { number in
      FakeSample(
        type, Double(number % 7), from: start.addingTimeInterval(Double(number) * 400), seconds: 500,
        source: number.isMultiple(of: 3) ? .phone : .watch)
    }
  }

  private func totals(_ store: Store) throws -> [String] {
    try store.read { db in
      try Row.fetchAll(db, sql: "SELECT type_id, chunk, hex(content) FROM total ORDER BY 1, 2")
        .map { "\($0[0] as Int64) \($0[1] as Int) \($0[2] as String)" }
    }
  }

  /// The totals if all are computed at once.
  private func totalsAnew(_ store: Store) throws -> [String] {
    try store.write { db in
      try db.execute(sql: "DELETE FROM total")
      try SummaryTable.markAllStale(db)
      try SummaryTable.materialize(db)
      try TotalsTable.materialize(db)
    }
    return try totals(store)
  }

  @Test(
    "are the same as totals computed after the import, even if types recur and others write",
    arguments: 0..<4)
  func whole(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let test = try TestStore()
    var elements = samples(RingType.activeEnergy) + samples(RingType.stepCount)
    elements += samples("HKQuantityTypeIdentifierHeartRate")
    if seed > 0 { elements += samples("HKQuantityTypeIdentifierFlightsClimbed") }
    if seed > 1 { elements += [FakeSample(RingType.stepCount, 9, from: start, source: .app)] }
    try FakeExport(elements).run(into: test.store) {
      guard seed > 2, Bool.random(using: &random) else { return }
      var tables = FakeTables()
      var batch = SampleBatch()
      batch.samples = [tables.record(FakeSample(RingType.stepCount, 3, from: start.addingTimeInterval(4_000)))]
      batch.tables = tables.tables
      try test.store.save(batch)
    }
    let stored = try totals(test.store)
    #expect(try stored == totalsAnew(test.store))
    #expect(stored.count > 40)
  }

  enum Change: CaseIterable {
    case ofTheType, ofAnother, byOthers
  }

  @Test(
    "are stored unless their type has changed since, or others have written",
    arguments: [RingType.stepCount, RingType.activeEnergy], Change.allCases)
  func validity(identifier: String, change: Change) throws {
    let test = try TestStore()
    _ = try FakeExport(samples(identifier)).run(into: test.store)
    let expected = try totals(test.store)
    try test.store.write { try $0.execute(sql: "DELETE FROM total") }
    let type = try #require(try test.store.read { try SampleTypeRow.fetch($0, identifier: identifier) })
    let early = BackgroundTotals(store: test.store) { false }
    early.begin(type)
    early.wait()
    try test.store.write { db in
      let latest = try HealthDatabase.Change.record(
        db, samples: nil, types: change == .ofTheType ? [type.id] : [], earliest: nil, latest: nil)
      try early.materialize(db, others: change == .byOthers ? latest : 0)
    }
    #expect(try totals(test.store) == (change == .ofAnother ? expected : []))
  }
}
