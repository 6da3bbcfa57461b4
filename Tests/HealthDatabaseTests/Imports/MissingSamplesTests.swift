import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A sample that a newer export no longer contains")
struct MissingSamplesTests {
  private let kept = FakeSample.energy(100, at: date("2026-03-02 10:00"))
  private let gone = FakeSample.energy(50, at: date("2026-03-02 11:00"))
  private let deleting = ImportOptions(now: date("2026-03-10 00:00"), systemZone: "GMT", deletesMissing: true)

  @Test("is reported and kept")
  func reported() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-05 00:00"), [kept, gone]).run(into: test.store)
    let result = try FakeExport(date: date("2026-03-06 00:00"), [kept]).run(into: test.store)
    #expect(result.outcome.missing == 1)
    #expect(result.outcome.deleted == 0)
    #expect(try test.store.sampleCount() == 2)
  }

  @Test("is deleted on request, with a tombstone that records what it was")
  func deleted() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-05 00:00"), [kept, gone]).run(into: test.store)
    let before = try test.store.latestChange()
    let result = try FakeExport(date: date("2026-03-06 00:00"), [kept]).run(into: test.store, options: deleting)
    #expect(result.outcome.missing == 1)
    #expect(result.outcome.deleted == 1)
    let id = try #require(result.outcome.importID)
    #expect(try test.store.removals(byImport: id) == ImportRemovals(delivered: 0, missing: 1))
    #expect(try test.store.sampleCount() == 1)
    #expect(try test.store.summary("2026-03-02").move.value == 100)
    try test.store.read { db in
      let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM tombstone"))
      #expect(row["start"] == gone.start.timeIntervalSinceReferenceDate)
      #expect(row["end"] == gone.end.timeIntervalSinceReferenceDate)
      let change = try #require(try Row.fetchOne(db, sql: "SELECT * FROM change ORDER BY id DESC LIMIT 1"))
      #expect(change["id"] as Int64 > before)
      let types = try Int64.fetchAll(
        db, sql: "SELECT type_id FROM change_type WHERE change_id = ?", arguments: [change["id"] as Int64])
      #expect(types == [row["type_id"]])
      #expect(change["earliest"] == gone.start.timeIntervalSinceReferenceDate)
      #expect(change["latest"] == gone.end.timeIntervalSinceReferenceDate)
    }
  }

  @Test("is not reported if the export is older, was cut short or has no export date")
  func onlyNewerAndWhole() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-05 00:00"), [kept, gone]).run(into: test.store)
    let older = FakeExport(date: date("2026-03-04 00:00"), [kept])
    #expect(try older.run(into: test.store, options: deleting).outcome.missing == 0)
    #expect(try FakeExport([kept]).run(into: test.store, options: deleting).outcome.missing == 0)
    let cut = FakeExport(date: date("2026-03-06 00:00"), [kept])
    #expect(try cut.run(into: test.store, complete: false, options: deleting).outcome.missing == 0)
    #expect(try test.store.sampleCount() == 2)
  }

  @Test("is never one that a program saved, or one from a file without a date")
  func otherWriters() throws {
    let test = try TestStore()
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = [tables.record(kept)]
    batch.tables = tables.tables
    try test.store.save(batch)
    try FakeExport([gone]).run(into: test.store)
    let other = FakeSample.energy(1, at: date("2026-03-03 11:00"))
    let result = try FakeExport(date: date("2026-03-06 00:00"), [other]).run(into: test.store, options: deleting)
    #expect(result.outcome.missing == 0)
    #expect(try test.store.sampleCount() == 3)
  }

  @Test(
    "is never one of a program or feed in a file of our own, which names the date of the export that it also contains")
  func ofOwnFile() throws {
    let test = try TestStore()
    var entered = FakeSample.energy(7, at: date("2026-03-02 12:00"))
    entered.provenance = Provenance(source: Source(name: "ringtop", bundleIdentifier: "org.example.ringtop"))
    try FakeExport(date: date("2026-03-05 00:00"), [kept, entered, gone]).run(into: test.store)
    let newer = FakeExport(date: date("2026-03-06 00:00"), [kept])
    #expect(try newer.run(into: test.store).outcome.missing == 1)
    let result = try FakeExport(date: date("2026-03-07 00:00"), [kept]).run(into: test.store, options: deleting)
    #expect(result.outcome.missing == 1 && result.outcome.deleted == 1)
    #expect(try test.store.summary("2026-03-02").move.value == 107)
  }

  @Test("is none that the newer export contains only in a correlation")
  func inCorrelation() throws {
    let start = date("2026-03-02 10:00")
    let members = ["Systolic", "Diastolic"].map {
      FakeSample("HKQuantityTypeIdentifierBloodPressure\($0)", 80, from: start, seconds: 0, source: .app)
    }
    let test = try TestStore()
    try FakeExport(date: date("2026-03-05 00:00"), members).run(into: test.store)
    var newer = FakeExport(date: date("2026-03-06 00:00"))
    let whole = FakeSample("HKCorrelationTypeIdentifierBloodPressure", .nan, from: start, seconds: 0, source: .app)
    newer.elements = [.correlation(whole, members: members)]
    let result = try newer.run(into: test.store, options: deleting)
    #expect(result.outcome.missing == 0 && result.outcome.deleted == 0)
    #expect(try test.store.sampleCount() == 3)
  }

  @Test("row ids and UUIDs are never reused, whatever was deleted")
  func rowIDs() throws {
    let test = try TestStore()
    let first = try FakeExport(date: date("2026-03-05 00:00"), [kept, gone]).run(into: test.store)
    try test.store.undoImport(try #require(first.outcome.importID))
    try FakeExport(date: date("2026-03-05 00:00"), [kept]).run(into: test.store)
    #expect(try test.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample") } == [3])
    try test.store.read { db in
      let store = try StoreIdentity.fetch(db)
      // Their UUIDs are computed, like those of the samples.
      let uuids = try Optional<Data>.fetchAll(db, sql: "SELECT uuid FROM tombstone ORDER BY sample_id")
      #expect(uuids == [nil, nil])
      for row in [1, 2, 3, 1 << 40] as [Int64] {
        #expect(StoreIdentity.row(of: StoreIdentity.uuid(ofRow: row, store: store), store: store) == row)
      }
      #expect(StoreIdentity.row(of: UUID(), store: store) == nil)
    }
  }
}
