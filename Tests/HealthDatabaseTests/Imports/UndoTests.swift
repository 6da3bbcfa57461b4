import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Undoing an import")
struct UndoTests {
  /// The tables that undo does not restore: names, and the log of changes.
  private let memory: Set<String> = [
    "change", "tombstone", "sample_type", "source", "device", "provenance", "metadata_set", "metadata_key",
    "metadata_entry", "total",
  ]

  @Test("removes exactly its own samples", arguments: 0..<8 as Range<UInt64>)
  func exactlyItsOwn(seed: UInt64) throws {
    let test = try TestStore()
    try FakeExport.random(seed: seed).run(into: test.store)
    let before = try test.store.dump(without: memory)
    let days = day("2026-02-25")...day("2026-03-12")
    let summaries = try test.store.summaries(days)
    var other = FakeExport.random(seed: seed + 100, days: 6, date: date("2026-03-08 12:00"))
    other.characteristics = ["HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeABNegative"]
    let result = try other.run(into: test.store, batchSize: 40)
    #expect(try test.store.characteristics().values.sorted() == ["HKBloodTypeABNegative"])
    let id = try #require(result.outcome.importID)
    let samples = try #require(test.store.imports().last).samples
    #expect(try test.store.undoImport(id) == samples)
    #expect(try test.store.count("tombstone") == samples)
    #expect(try test.store.summaries(days) == summaries, "seed \(seed)")
    let after = try test.store.dump(without: memory)
    for table in Set(before.keys).union(after.keys) {
      #expect(after[table] == before[table], "\(table), seed \(seed)")
    }
    #expect(try test.store.characteristics().values.sorted() == ["HKBloodTypeOPositive"])
  }

  @Test("undoing the only import leaves a store without days, and the file can be imported again")
  func onlyOne() throws {
    let test = try TestStore()
    let export = FakeExport.random(seed: 2)
    let result = try export.run(into: test.store)
    let summaries = try test.store.summaries(day("2026-03-01")...day("2026-03-08"))
    try test.store.undoImport(try #require(result.outcome.importID))
    #expect(try test.store.sampleCount() == 0)
    #expect(try test.store.imports().isEmpty)
    #expect(try test.store.knownDays(upTo: day("2027-01-01")) == nil)
    #expect(try test.store.count("correlation_member") == 0)
    let again = try export.run(into: test.store)
    #expect(again.counts.stored == export.read)
    #expect(try test.store.summaries(day("2026-03-01")...day("2026-03-08")) == summaries)
  }

  @Test("undoing an import of Apple's rows alone leaves no day behind")
  func rowsAlone() throws {
    let test = try TestStore()
    let export = FakeExport(
      date: date("2026-03-05 00:00"), [],
      summaries: [.row("2026-03-02", 400, 20, 9), .row("2026-03-04", 500, 40, 12)])
    let result = try export.run(into: test.store)
    #expect(try test.store.summary("2026-03-02").move.value == 400)
    try test.store.undoImport(try #require(result.outcome.importID))
    #expect(try test.store.count("day_summary") == 0)
    #expect(try test.store.knownDays(upTo: day("2027-01-01")) == nil)
  }

  @Test("undoing an import that does not exist is refused")
  func noSuchImport() throws {
    let test = try TestStore()
    #expect(storeErrorCode { try test.store.undoImport(1) } == .invalidArgument)
  }

  @Test("undoing an import that was killed twice and then completed undoes all three runs")
  func killed() throws {
    let test = try TestStore()
    let export = FakeExport.random(seed: 5)
    try export.run(into: test.store, batchSize: 30, killedAfter: 2)
    try export.run(into: test.store, batchSize: 30, killedAfter: 4)
    let last = try export.run(into: test.store, batchSize: 30)
    try test.store.undoImport(try #require(last.outcome.importID))
    #expect(try test.store.sampleCount() == 0)
    #expect(try test.store.imports().isEmpty)
  }
}
