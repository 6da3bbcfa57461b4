import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Inserting many sample rows at a time")
struct SampleRowsTests {
  private static let counts = [1, 2, 63, 64, 65, 66, 128, 129, 193]

  @Test(
    "each row has the next id and its own values, however many there are, and never the id of a deleted row",
    arguments: counts)
  func ids(count: Int) throws {
    let test = try TestStore()
    let start = date("2026-03-02 10:00")
    func samples(_ first: Int) -> [FakeSample] {
      (first..<first + count).map { .energy(Double($0), at: start.addingTimeInterval(Double($0))) }
    }
    let first = try FakeExport(samples(0)).run(into: test.store)
    try test.store.undoImport(try #require(first.outcome.importID))
    try FakeExport(samples(count)).run(into: test.store, batchSize: max(1, count / 2))
    try test.store.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, value, start FROM sample ORDER BY id")
      #expect(rows.map { $0[0] as Int64 } == (1...count).map { Int64($0 + count) })
      #expect(rows.map { $0[1] as Double } == (0..<count).map { Double($0 + count) })
      #expect(
        rows.map { $0[2] as Double } == (0..<count).map { start.timeIntervalSinceReferenceDate + Double($0 + count) })
      let logged = try Row.fetchAll(db, sql: "SELECT first_sample, last_sample FROM import_rows ")
        .compactMap { row in (row[0] as Int64?).map { $0...(row[1] as Int64) } }
      #expect(logged.flatMap { Array($0) } == rows.map { $0[0] as Int64 })
    }
  }

  @Test("a record with the same identity as a row that is not in the table yet is the same sample")
  func identity() throws {
    let test = try TestStore()
    let store = try test.store.write { try StoreIdentity.fetch($0) }
    let plain = FakeSample.energy(1, at: date("2026-03-02 10:00"))
    var known = FakeSample.energy(2, at: date("2026-03-02 11:00"))
    known.uuid = StoreIdentity.uuid(ofRow: 2, store: store)
    let result = try FakeExport([plain, plain, known]).run(into: test.store)
    #expect(result.counts.stored == 2)
    #expect(result.counts.alreadyPresent == 1)
    #expect(try test.store.sampleCount() == 2)
  }

  @Test("a row that cannot be stored fails the batch, which leaves nothing behind")
  func failure() throws {
    let test = try TestStore()
    let start = date("2026-03-02 10:00")
    try test.store.write { db in
      try db.execute(
        sql: "CREATE TRIGGER refuse BEFORE INSERT ON sample WHEN NEW.value = 100 BEGIN SELECT RAISE(FAIL, 'no'); END")
    }
    let samples = (0..<150).map { FakeSample.energy(Double($0), at: start.addingTimeInterval(Double($0))) }
    #expect(throws: StoreError.self) { try FakeExport(samples).run(into: test.store) }
    #expect(try test.store.sampleCount() == 0)
  }
}
