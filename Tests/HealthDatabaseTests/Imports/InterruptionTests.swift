import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Interrupted work")
struct InterruptionTests {
  @Test("leaves everything unchanged, wherever it is interrupted", arguments: [1, 20, 40, 60, 75])
  func undo(statement: Int) throws {
    let test = try TestStore()
    try FakeExport.random(seed: 1).run(into: test.store)
    var second = FakeExport.random(seed: 2, days: 5, date: date("2026-03-08 12:00"))
    second.path = "second"
    let id = try #require(try second.run(into: test.store).outcome.importID)
    let before = try test.store.dump()
    let cancellation = Cancellation()
    if statement == 1 { cancellation.cancel() }
    let count = Lock(0)
    try test.store.write { db in
      db.trace { _ in
        let reached = count.withLock { count in
          count += 1
          return count >= statement
        }
        if reached { cancellation.cancel() }
      }
    }
    count.withLock { $0 = 0 }
    #expect(
      storeErrorCode { try test.store.undoImport(id, control: WorkControl { cancellation.isCancelled }) }
        == .interrupted)
    #expect(try test.store.dump() == before)
    try test.store.write { $0.trace(options: []) }
    // The store is unharmed.
    try test.store.undoImport(id)
    #expect(try test.store.imports().count == 1)
    #expect(try test.store.strayRows() == [])
  }

  @Test("an import keeps complete batches and can be completed later")
  func importing() throws {
    let test = try TestStore()
    let export = FakeExport.random(seed: 4)
    let cancellation = Cancellation()
    let options = ImportOptions(now: date("2026-12-31 00:00"), systemZone: "GMT", cancellation: cancellation)
    var batches = 0
    let code = storeErrorCode {
      try export.run(into: test.store, batchSize: 20, options: options) {
        batches += 1
        if batches == 3 { cancellation.cancel() }
      }
    }
    #expect(code == .interrupted)
    #expect(try test.store.strayRows() == [])
    #expect(try test.store.sampleCount() > 0)
    try export.run(into: test.store)
    let whole = try TestStore()
    try export.run(into: whole.store)
    #expect(try test.store.sampleTexts() == whole.store.sampleTexts())
  }

  @Test("a read stops in the middle of a statement")
  func reading() throws {
    let test = try TestStore()
    let long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) FROM n"
    #expect(
      storeErrorCode { try test.store.read(isCancelled: { true }) { try Int.fetchOne($0, sql: long) } } == .interrupted)
    #expect(try test.store.read(isCancelled: { false }) { try Int.fetchOne($0, sql: long) } == 300_000)
  }
}
