import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Importing again")
struct ImportRepeatTests {
  private let days = day("2026-03-01")...day("2026-03-08")

  @Test("every record is accounted for: stored, already present or skipped", arguments: 0..<5 as Range<UInt64>)
  func everyRecord(seed: UInt64) throws {
    let test = try TestStore()
    var export = FakeExport.random(seed: seed)
    export.elements.append(.sample(FakeSample(RingType.stepCount, 1, unit: "kg", from: date("2026-03-03 10:00"))))
    let first = try export.run(into: test.store, batchSize: 17)
    #expect(first.counts.stored + first.counts.alreadyPresent + first.counts.skips.count == export.read)
    #expect(first.counts.stored == export.read - 1)
    #expect(first.counts.skips == [ImportSkip(line: export.elements.count, reason: "incompatibleUnit")])
    let entry = try #require(test.store.imports().first)
    // Without the header.
    #expect(entry.stored == first.counts.stored - (export.read - export.elements.count))
    #expect(entry.isComplete)
    #expect(entry.finished != nil)
    #expect(entry.samples == (try test.store.sampleCount()))
  }

  @Test("importing the same file again changes no table at all", arguments: 0..<10 as Range<UInt64>)
  func twice(seed: UInt64) throws {
    let test = try TestStore()
    let export = FakeExport.random(seed: seed)
    try export.run(into: test.store, batchSize: 50)
    let before = try test.store.dump()
    let again = try export.run(into: test.store, batchSize: 31)
    #expect(again.counts.stored == 0 && again.counts.alreadyPresent == export.read && again.counts.skips == [])
    #expect(again.counts.routes.alreadyPresent == 1 && again.counts.routes.stored == 0)
    #expect(again.counts.routes.storedPoints == 0)
    #expect(again.outcome.missing == 0)
    #expect(again.outcome.importID == nil)
    #expect(try test.store.dump() == before)
  }

  @Test("samples of two types with the same value at the same time are two samples")
  func twoTypes() throws {
    let test = try TestStore()
    let start = date("2026-03-03 10:00")
    let rates = ["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierRestingHeartRate"].map {
      FakeSample($0, 60, from: start)
    }
    try FakeExport([rates[0]]).run(into: test.store)
    #expect(try FakeExport(rates).run(into: test.store).counts == SinkCounts(stored: 1, alreadyPresent: 1))
    #expect(try FakeExport(rates.reversed()).run(into: test.store).counts == SinkCounts(stored: 0, alreadyPresent: 2))
  }

  /// Most records are in the order of the stored rows; some are new, missing, repeated or elsewhere.
  @Test("every record matches its own row, whatever the order of the records", arguments: 0..<40 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func sample() -> FakeSample {
      FakeSample(
        [RingType.activeEnergy, RingType.stepCount].randomElement(using: &random) ?? RingType.stepCount,
        Double(Int.random(in: 1...3, using: &random)),
        from: date("2026-03-02 10:00") + Double(Int.random(in: 0..<120, using: &random)),
        source: [.watch, .phone].randomElement(using: &random) ?? .watch)
    }
    let first = (0..<Int.random(in: 1...400, using: &random)).map { _ in sample() }
    var second = first
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let index = Int.random(in: 0...second.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: second.insert(sample(), at: index)
      case 1 where index < second.count: second.remove(at: index)
      case 2 where index < second.count:
        second.insert(second[index], at: Int.random(in: 0...second.count, using: &random))
      default: second = Array(second[index...] + second[..<index])
      }
    }
    let test = try TestStore()
    try FakeExport(date: nil, first).run(into: test.store, batchSize: 37)
    let counts = try FakeExport(date: nil, second).run(into: test.store, batchSize: 90).counts
    var free = Dictionary(grouping: first, by: \.self).mapValues(\.count)
    var present = 0
    for sample in second where (free[sample] ?? 0) > 0 {
      free[sample, default: 0] -= 1
      present += 1
    }
    #expect(counts.alreadyPresent == present && counts.stored == second.count - present)
    #expect(try test.store.sampleCount() == first.count + second.count - present)
  }

  @Test("importing a file again adds the creation dates that were missing, and changes nothing else")
  func creationDates() throws {
    let test = try TestStore()
    var export = FakeExport.random(seed: 6)
    // A second with more samples than are searched one by one.
    let crowded = (0..<60).map { FakeSample.energy(Double($0) + 0.5, at: date("2026-03-02 10:00")) }
    export.elements += crowded.map { .sample($0) }
    try export.run(into: test.store)
    func delays() throws -> [Double?] {
      try test.store.read { try Double?.fetchAll($0, sql: "SELECT created FROM sample ORDER BY id") }
    }
    #expect(try delays().allSatisfy { $0 == nil })
    var dated = export
    var count = 0
    for (index, element) in export.elements.enumerated() {
      guard case .sample(var sample) = element else { continue }
      count += 1
      sample.creationDelay = Double(count)
      dated.elements[index] = .sample(sample)
    }
    let again = try dated.run(into: test.store)
    #expect(again.counts.stored == 0)
    #expect(Set(try delays().compactMap(\.self)) == Set((1...count).map(Double.init)))
    let known = try delays()
    // Known dates are kept, whatever a third file contains.
    try export.run(into: test.store)
    for (index, element) in dated.elements.enumerated() {
      guard case .sample(var sample) = element else { continue }
      sample.creationDelay = 99_999
      dated.elements[index] = .sample(sample)
    }
    try dated.run(into: test.store)
    #expect(try delays() == known)
    // It is not a separate import, since undoing an import undoes only samples.
    #expect(try test.store.imports().count == 1)
  }

  @Test("a file without an export date changes nothing the second time, even after its last day has ended")
  func twiceWithoutDate() throws {
    let test = try TestStore()
    var export = FakeExport.random(seed: 3)
    export.date = nil
    try export.run(
      into: test.store, options: ImportOptions(now: date("2026-03-06 01:00"), systemZone: "GMT"))
    let before = try test.store.dump()
    let again = try export.run(
      into: test.store, options: ImportOptions(now: date("2026-07-05 12:00"), systemZone: "GMT"))
    #expect(again.counts.stored == 0)
    #expect(try test.store.dump() == before)
  }

  @Test("a newer file adds what is new and nothing else")
  func newer() throws {
    let test = try TestStore()
    var export = FakeExport.random(seed: 7)
    try export.run(into: test.store)
    let count = try test.store.sampleCount()
    export.date = date("2026-03-06 10:00")
    export.elements.insert(.sample(.energy(12, at: date("2026-03-05 12:00"))), at: 10)
    let result = try export.run(into: test.store)
    // The export date, the sample, and Apple's rows for the 5th, which had not ended before, and for the 4th, which had
    // not ended in every zone.
    #expect(result.counts.stored == 4)
    #expect(try test.store.sampleCount() == count + 1)
    #expect(result.outcome.missing == 0)
  }

  @Test("exact duplicates match one to one")
  func duplicates() throws {
    let test = try TestStore()
    let sample = FakeSample.energy(5, at: date("2026-03-02 10:00"))
    try FakeExport([sample, sample]).run(into: test.store)
    #expect(try test.store.sampleCount() == 2)
    let three = try FakeExport([sample, sample, sample]).run(into: test.store)
    #expect(three.counts == SinkCounts(stored: 1, alreadyPresent: 2))
    let one = try FakeExport(date: date("2026-03-09 00:00"), [sample]).run(into: test.store)
    #expect(one.counts == SinkCounts(stored: 1, alreadyPresent: 1))
  }

  @Test(
    "an import killed at any batch and rerun gives the same result as an uninterrupted one",
    arguments: 0..<24 as Range<UInt64>)
  func killed(seed: UInt64) throws {
    let export = FakeExport.random(seed: seed)
    let whole = try TestStore()
    try export.run(into: whole.store, batchSize: 20)
    let cut = try TestStore()
    var random = SplitMix(seed: seed)
    let batches = (export.elements.count + 19) / 20
    // Killed up to three times, including right before the end.
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      try export.run(into: cut.store, batchSize: 20, killedAfter: Int.random(in: 0...batches, using: &random))
    }
    let last = try export.run(into: cut.store, batchSize: 20)
    #expect(last.counts.stored + last.counts.alreadyPresent == export.read)
    #expect(last.outcome.missing == 0)
    #expect(try cut.store.sampleTexts() == whole.store.sampleTexts(), "seed \(seed)")
    #expect(try cut.store.summaries(days) == whole.store.summaries(days), "seed \(seed)")
    #expect(try cut.store.zoneTimeline() == whole.store.zoneTimeline(), "seed \(seed)")
    #expect(last.outcome.homeZone?.reason == .namedByData)
    // Later samples are also added to Apple's rows in the same way.
    let late = FakeExport([.energy(40, at: date("2026-03-03 12:00"), seconds: 600)])
    try late.run(into: whole.store)
    try late.run(into: cut.store)
    #expect(try cut.store.summaries(days) == whole.store.summaries(days), "seed \(seed)")
  }

  @Test("a killed import may stay unfinished, and the run that completes it finishes it")
  func killedIsListed() throws {
    let test = try TestStore()
    let export = FakeExport.random(seed: 1)
    let batches = (export.elements.count + 19) / 20
    try export.run(into: test.store, batchSize: 20, killedAfter: batches)
    #expect(try test.store.imports().map(\.isComplete) == [false])
    try export.run(into: test.store, batchSize: 20)
    #expect(try test.store.imports().map(\.isComplete) == [true])
    #expect(try test.store.imports().map(\.samples) == [test.store.sampleCount()])
  }

  @Test("two concurrent imports with alternating batches store every sample of both")
  func interleaved() throws {
    let test = try TestStore()
    let start = date("2026-03-02 00:00")
    let first = (0..<40).map { FakeSample.energy(Double($0 + 1), at: start.addingTimeInterval(Double($0) * 600)) }
    let second = (0..<8).map {
      FakeSample.energy(
        Double($0 + 1), at: start.addingTimeInterval(Double($0) * 9_000 - 20_000), seconds: 7_000, source: .phone)
    }
    var position = 0
    try FakeExport(date: nil, first).run(into: test.store, batchSize: 5) {
      let other = try Store(path: test.path, access: .write)
      try FakeExport([second[position], first[position]]).run(into: other)
      position += 1
    }
    #expect(try test.store.sampleCount() == 48)
    // Every reader gets the same results as from a store filled in one go.
    let plain = try TestStore()
    try FakeExport(first + second).run(into: plain.store)
    let range = day("2026-02-28")...day("2026-03-04")
    #expect(try test.store.summaries(range) == plain.store.summaries(range))
  }
}
