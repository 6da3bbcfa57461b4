import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("An import and its samples")
struct RunningImportTests {
  private func batch(_ samples: [FakeSample]) -> SampleBatch {
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = samples.map { tables.record($0) }
    batch.tables = tables.tables
    return batch
  }

  private func isSound(_ test: TestStore) throws -> Bool {
    try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace }.isEmpty
      && test.store.strayRows().isEmpty
  }

  private func energy(_ value: Double, minute: Int) -> FakeSample {
    .energy(value, at: date("2026-03-02 10:00") + Double(minute) * 60)
  }

  @Test("that is undone while it runs stops with an error, and leaves nothing")
  func undoneWhileRunning() throws {
    let test = try TestStore()
    let session = ImportSession(
      store: test.store, options: ImportOptions(now: date("2026-12-31 00:00"), systemZone: "GMT"))
    _ = try session.begin(ImportHeader(path: "export.xml", exportDate: date("2026-03-05 00:00")))
    _ = try session.receive(batch([energy(1, minute: 0), energy(2, minute: 1)]))
    // Another program undoes it.
    let other = try Store(path: test.path, access: .write)
    let running = try #require(try other.imports().first?.id)
    #expect(try other.undoImport(running) == 2)
    #expect(storeErrorCode { try session.receive(batch([energy(3, minute: 2)])) } == .conflict)
    #expect(storeErrorCode { try session.finish(complete: true) } == .conflict)
    #expect(try other.sampleCount() == 0 && other.imports().isEmpty)
    // The next import has its own number and its own samples.
    let next = try FakeExport([energy(9, minute: 9)]).run(into: test.store)
    #expect(next.outcome.importID == running + 1)
    #expect(try test.store.imports().map(\.samples) == [1])
    #expect(try isSound(test))
  }

  @Test("keeps its number for ever: a sample restored later is filed under no other import")
  func numbers() throws {
    let test = try TestStore()
    let first = try #require(try FakeExport([energy(1, minute: 0)]).run(into: test.store).outcome.importID)
    let uuid = try test.store.uuid(ofRow: 1)
    _ = try test.store.delete(sample: uuid, title: "delete")
    try test.store.undoImport(first)
    let second = try #require(try FakeExport([energy(2, minute: 5)]).run(into: test.store).outcome.importID)
    #expect(second != first)
    _ = try test.store.undo()
    #expect(try test.store.imports().map(\.samples) == [1])
    #expect(try test.store.undoImport(second) == 1)
    #expect(try test.store.read { try Double.fetchAll($0, sql: "SELECT value FROM sample") } == [1])
    #expect(try isSound(test))
  }

  @Test("that was undone is listed again after an upgrade if its samples were left behind by an earlier version")
  func orphans() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: 8, to: path)
    do {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.write { try $0.execute(sql: "DELETE FROM import WHERE id = 1") }
      try queue.close()
    }
    let store = try Store(path: path, access: .write)
    let entry = try #require(try store.imports().first { $0.id == 1 })
    #expect(entry.samples > 100)
    #expect(try store.undoImport(1) >= entry.samples)
    #expect(try store.strayRows() == [])
  }
}
