import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("The memory of deletions and changes")
struct RetentionTests {
  private let request = [SampleRequest(type: RingType.activeEnergy)]

  private func filled() throws -> TestStore {
    let test = try TestStore()
    try FakeExport((0..<10).map { .energy(Double($0), at: date("2026-03-02 10:00") + Double($0) * 60) })
      .run(into: test.store)
    return test
  }

  private func delete(_ row: Int64, _ store: Store) throws {
    _ = try store.write { try SampleDeleter.delete($0, rows: [row]) }
  }

  private func uuids(_ changes: StoredChanges, _ store: Store) throws -> [UUID] {
    try changes.added.samples.map { try store.uuid(ofRow: $0.row) }
  }

  @Test("is bounded in number; a client from before the first kept deletion starts over and ends with what exists")
  func number() throws {
    let test = try filled()
    let view = test.store.view(.everything)
    let early = try view.changes(request, after: StoreAnchor()).anchor
    try delete(1, test.store)
    let late = try view.changes(request, after: early).anchor
    try test.store.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
          INSERT INTO tombstone (sample_id, type_id, client, start, end)
          SELECT 1000000 + n, (SELECT min(id) FROM sample_type), '', 0, 0 FROM number
          """, arguments: [Retention.most + 2_000])
    }
    try delete(2, test.store)
    #expect(try test.store.count("tombstone") <= Int(Retention.most))
    for anchor in [early, late] {
      var page = try view.changes(request, after: anchor, limit: 3)
      #expect(page.startsOver)
      var known = try uuids(page, test.store)
      // The next pages continue.
      while page.added.samples.count + page.deleted.count > 0 {
        page = try view.changes(request, after: page.anchor, limit: 30_000)
        #expect(!page.startsOver)
        known += try uuids(page, test.store)
        known.removeAll { page.deleted.map(\.uuid).contains($0) }
      }
      #expect(known.count == 8)
    }
    let current = try view.changes(request, after: StoreAnchor()).anchor
    try delete(3, test.store)
    let next = try view.changes(request, after: current)
    #expect(next.deleted.count == 1 && !next.startsOver)
  }

  @Test("is bounded in time")
  func time() throws {
    let test = try filled()
    try delete(1, test.store)
    try test.store.write { try $0.execute(sql: "UPDATE tombstone SET deleted = deleted - 91 * 86400") }
    try delete(2, test.store)
    #expect(try test.store.count("tombstone") == 1)
  }

  @Test("has none of a deletion of more samples than are remembered, and clients start over")
  func large() throws {
    let test = try filled()
    let view = test.store.view(.everything)
    let anchor = try view.changes(request, after: StoreAnchor()).anchor
    try test.store.write { db in
      try Retention.skipTombstones(db, count: 1_000_000)
      try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
    }
    #expect(try view.changes(request, after: anchor).startsOver)
    let unused = SampleRequest(type: "HKQuantityTypeIdentifierBodyMass", filter: .always)
    #expect(try view.touched(request + [unused], after: anchor).indices == Set(0...request.count))
    let position = try view.position()
    try delete(1, test.store)
    #expect(try view.changes(request, after: position).deleted.count == 1)
  }

  @Test("of changes is bounded, and a reader from before it is told that anything may have changed")
  func changes() throws {
    let test = try filled()
    let early = try test.store.latestChange()
    try test.store.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
          INSERT INTO change (earliest, latest) SELECT 0, 1 FROM number
          """, arguments: [Retention.most + 1_000])
      for _ in 0..<1_100 { try Change.record(db, samples: nil, types: [], earliest: 0, latest: 1) }
    }
    #expect(try test.store.count("change") < Int(Retention.most) + 2_048)
    #expect(try test.store.loggedChanges(after: early).days == nil)
    // What added existing samples is kept, and row ids are never used again.
    #expect(try test.store.view(.everything).changes(request, after: StoreAnchor()).added.samples.count == 10)
    for row in 1...10 as ClosedRange<Int64> { try delete(row, test.store) }
    try FakeExport([.energy(1, at: date("2026-03-03 10:00"))]).run(into: test.store)
    #expect(try test.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample") } == [11])
  }
}
