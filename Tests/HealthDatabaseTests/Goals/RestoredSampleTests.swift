import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A sample that was deleted and stored again")
struct RestoredSampleTests {
  private let sample = FakeSample.energy(28, at: date("2026-03-02 10:00"))

  private func save(_ sample: FakeSample, to store: Store) throws {
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = [tables.record(sample)]
    batch.tables = tables.tables
    try store.save(batch)
  }

  private func sum(_ store: Store) throws -> Double {
    try store.summary("2026-03-02").move.value ?? 0
  }

  @Test("by its file counts once after the deletion is undone")
  func importedAgain() throws {
    let test = try TestStore()
    let export = FakeExport(date: date("2026-03-02 20:00"), [sample])
    try export.run(into: test.store)
    _ = try test.store.delete(sample: test.store.uuid(ofRow: 1), title: "delete")
    try export.run(into: test.store)
    #expect(try test.store.undo()?.title == "delete")
    #expect(try test.store.sampleCount() == 1 && sum(test.store) == 28)
  }

  @Test("is restored beside an equal one that was there before")
  func duplicates() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-02 20:00"), [sample, sample]).run(into: test.store)
    for row in [1, 2] as [Int64] { _ = try test.store.delete(sample: test.store.uuid(ofRow: row), title: "delete") }
    // A file with one of them brings one back, so that one of the two edits has nothing left to restore.
    try FakeExport(date: date("2026-03-02 21:00"), [sample]).run(into: test.store)
    _ = try test.store.undo()
    _ = try test.store.undo()
    #expect(try test.store.sampleCount() == 2 && sum(test.store) == 56)
  }

  @Test("is not reported as deleted to a client that knew it, nor to one that had seen the deletion")
  func clients() throws {
    let test = try TestStore()
    try FakeExport([sample]).run(into: test.store)
    let view = test.store.view(.everything)
    let request = [SampleRequest(type: RingType.activeEnergy)]
    let uuid = try test.store.uuid(ofRow: 1)
    let early = try view.changes(request, after: StoreAnchor()).anchor
    _ = try test.store.delete(sample: uuid, title: "delete")
    let between = try view.changes(request, after: early)
    #expect(between.deleted.map(\.uuid) == [uuid])
    _ = try test.store.undo()
    for anchor in [early, between.anchor] {
      let page = try view.changes(request, after: anchor)
      #expect(try page.added.samples.map { try test.store.uuid(ofRow: $0.row) } == [uuid])
      #expect(page.deleted.isEmpty && !page.startsOver)
    }
    #expect(try view.changes(request, after: StoreAnchor()).deleted.isEmpty)
  }

  @Test("by a program with the same UUID is not reported as deleted")
  func savedAgain() throws {
    let test = try TestStore()
    var own = sample
    own.uuid = UUID()
    try save(own, to: test.store)
    let view = test.store.view(.everything)
    let request = [SampleRequest(type: RingType.activeEnergy)]
    let anchor = try view.changes(request, after: StoreAnchor()).anchor
    #expect(try test.store.delete(request) == 1)
    try save(own, to: test.store)
    #expect(try view.changes(request, after: anchor).deleted.isEmpty)
  }

  @Test("with other values cannot be restored, which an error says, and the edits before it can be undone")
  func stuck() throws {
    let test = try TestStore()
    _ = try test.store.change(.setGoals([.move: 700], on: day("2026-03-02")), title: "goals")
    var own = sample
    own.uuid = UUID()
    try save(own, to: test.store)
    _ = try test.store.delete(sample: try #require(own.uuid), title: "delete")
    own.value = 30
    try save(own, to: test.store)
    let before = try test.store.dump()
    for _ in 0..<2 {
      #expect(storeErrorCode { try test.store.undo() } == .conflict)
      #expect(try test.store.dump() == before)
    }
    #expect(try test.store.undo(passingOver: true)?.title == "delete")
    #expect(try test.store.undo()?.title == "goals")
    #expect(try sum(test.store) == 30)
    #expect(try test.store.edits().isEmpty)
  }

  @Test("with the same values is kept when the deletion is undone")
  func sameAgain() throws {
    let test = try TestStore()
    var own = sample
    own.uuid = UUID()
    try save(own, to: test.store)
    _ = try test.store.delete(sample: try #require(own.uuid), title: "delete")
    try save(own, to: test.store)
    #expect(try test.store.undo()?.title == "delete")
    #expect(try test.store.sampleCount() == 1)
  }
}
