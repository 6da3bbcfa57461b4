import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("What the log records of a transaction's changes")
struct LoggedChangesTests {
  private static let days = day("2026-02-20")...day("2026-03-20")

  /// What the dashboard shows for each day.
  private struct Shown: Equatable {
    var summary: DaySummary
    var activity: DayActivity
  }

  private func shown(_ store: Store) throws -> [Shown] {
    try zip(store.summaries(Self.days), Self.days).map { Shown(summary: $0, activity: try store.activity($1)) }
  }

  /// Writes samples in one transaction, as a client does.
  private func save(_ samples: [FakeSample], to store: Store) throws {
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = samples.map { tables.record($0) }
    batch.tables = tables.tables
    try store.save(batch)
  }

  @Test("No day changes unless the log names it", arguments: 0..<12 as Range<UInt64>)
  func sound(seed: UInt64) throws {
    var random = SplitMix(seed: seed &* 31 &+ 7)
    let test = try TestStore()
    try FakeExport.random(seed: seed, days: 3).run(into: test.store)
    var isNarrow = false
    for step in 0..<8 {
      let before = try shown(test.store)
      let latest = try test.store.latestChange()
      if step.isMultiple(of: 4) {
        let rows = try test.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample") }.filter { _ in
          Int.random(in: 0..<30, using: &random) == 0
        }
        try test.store.write { _ = try SampleDeleter.delete($0, rows: rows) }
      } else {
        // A few samples of one day, of existing types and sources, some in another zone.
        let start = date("2026-03-02 00:00") + 86_400 * Double(Int.random(in: 0..<8, using: &random))
        let samples = FakeExport.random(seed: seed &* 100 &+ UInt64(step), days: 8).elements.compactMap { element in
          if case .sample(let sample) = element { sample } else { nil }
        }
        try save(samples.filter { $0.start >= start && $0.end < start + 40_000 }, to: test.store)
      }
      let changes = try test.store.loggedChanges(after: latest)
      if let days = changes.days, days.count < Self.days.count / 2 { isNarrow = true }
      for (index, (old, new)) in zip(before, try shown(test.store)).enumerated() where old != new {
        let day = Self.days.lowerBound + index
        #expect(!changes.isEmpty && changes.days?.contains(day) != false, "seed \(seed), step \(step): \(day)")
      }
    }
    // A log that names every day would be useless.
    #expect(isNarrow)
  }

  @Test("Only what may affect rings makes a reader of the rings look at them")
  func rings() throws {
    let test = try TestStore()
    let store = test.store
    func mayDiffer(_ change: () throws -> Void) throws -> Bool {
      let position = try store.ringChanges(since: nil).position
      try change()
      return try store.ringChanges(since: position).mayDiffer
    }
    func save(_ type: String, _ time: String) throws {
      try self.save([FakeSample(type, 100, from: date(time))], to: store)
    }
    #expect(try store.ringChanges(since: nil).mayDiffer)
    // The first data gives the store its number.
    try save(RingType.stepCount, "2026-03-05 9:00")
    #expect(try !mayDiffer {})
    #expect(try !mayDiffer { try save(RingType.stepCount, "2026-03-05 10:00") })
    #expect(try mayDiffer { try save(RingType.activeEnergy, "2026-03-05 10:00") })
    #expect(
      try mayDiffer {
        try save(RingType.exerciseTime, "2026-03-05 10:00")
        try save(RingType.stepCount, "2026-03-05 11:00")
      })
    #expect(try mayDiffer { try store.setGoal(321, for: .move, on: day("2026-03-04")) })
    // As the restoration of a backup does.
    #expect(try mayDiffer { try store.write { try StoreIdentity.beginHistory($0) } })
  }

  @Test("The log names the types and the day of a sample, and neither for goals")
  func named() throws {
    let test = try TestStore()
    try save([FakeSample(RingType.stepCount, 100, from: date("2026-03-05 10:00"))], to: test.store)
    let latest = try test.store.latestChange()
    #expect(try test.store.loggedChanges(after: latest).isEmpty)
    try save(
      [RingType.stepCount, RingType.distance].map { FakeSample($0, 100, from: date("2026-03-09 10:00")) },
      to: test.store)
    let changes = try test.store.loggedChanges(after: latest)
    #expect(changes.types == [RingType.stepCount, RingType.distance])
    #expect(changes.days == day("2026-03-09")...day("2026-03-09"))
    #expect(changes.latest == (try test.store.latestChange()))
    _ = try test.store.change(.pause(day("2026-03-01")...day("2026-03-02")), title: "pause")
    let goals = try test.store.loggedChanges(after: changes.latest)
    #expect(goals.types.isEmpty && goals.days == nil && !goals.isEmpty)
    // A reader that hears of both at once must not take the pause for a change of the heart rate alone.
    try save([FakeSample("HKQuantityTypeIdentifierHeartRate", 60, from: date("2026-03-09 10:00"))], to: test.store)
    let both = try test.store.loggedChanges(after: changes.latest)
    #expect(both.types.isEmpty && both.days == nil)
    #expect(try test.store.loggedChanges(after: goals.latest).types == ["HKQuantityTypeIdentifierHeartRate"])
    // Another store's log.
    let other = try test.store.loggedChanges(after: 1_000)
    #expect(other.days == nil && other.types.isEmpty)
  }
}
