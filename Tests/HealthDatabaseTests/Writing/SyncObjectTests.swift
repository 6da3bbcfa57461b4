import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A client's object")
struct SyncObjectTests {
  private func save(
    _ store: Store, _ value: Double, version: MetadataValue, name: String = "Strides", identifier: String = "walk"
  ) throws -> Int64 {
    var sample = FakeSample(
      RingType.stepCount, value, from: date("2026-03-02 10:00"),
      metadata: [
        Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text(identifier)),
        Metadata.Entry(key: MetadataKey.syncVersion, value: version),
      ])
    sample.provenance = Provenance(source: Source(name: name, bundleIdentifier: "org.example.strides"))
    sample.uuid = UUID()
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = [tables.record(sample)]
    batch.tables = tables.tables
    return try store.save(batch)[0]
  }

  private func values(_ store: Store) throws -> [Double] {
    try store.read { try Double.fetchAll($0, sql: "SELECT value FROM sample ORDER BY id") }
  }

  @Test("is replaced by a version one nanosecond later, and only by a later version")
  func nanoseconds() throws {
    let test = try TestStore()
    let now: Int64 = 1_763_800_000_123_456_789
    _ = try save(test.store, 1, version: .whole(now))
    _ = try save(test.store, 2, version: .whole(now + 1))
    #expect(try values(test.store) == [2])
    _ = try save(test.store, 3, version: .whole(now + 1))
    _ = try save(test.store, 4, version: .whole(now))
    _ = try save(test.store, 5, version: .number(Double(now)))
    #expect(try values(test.store) == [2])
    _ = try save(test.store, 6, version: .whole(.max - 1))
    _ = try save(test.store, 7, version: .whole(.max))
    _ = try save(test.store, 8, version: .whole(.max - 1))
    #expect(try values(test.store) == [7])
    _ = try save(test.store, 10, version: .whole(unsigned: .max - 1))
    _ = try save(test.store, 11, version: .whole(unsigned: .max))
    _ = try save(test.store, 12, version: .whole(unsigned: .max - 1))
    _ = try save(test.store, 13, version: .whole(.max))
    #expect(try values(test.store) == [11])
    _ = try save(test.store, 9, version: .number(1e30))
    #expect(try values(test.store) == [9])
    #expect(try test.store.strayRows() == [])
    let deleted = try test.store.read {
      try MetadataCoding.decode(
        try #require(try String.fetchOne($0, sql: "SELECT metadata FROM tombstone ORDER BY id LIMIT 1")))
    }
    #expect(deleted[MetadataKey.syncVersion] == .integer(now))
  }

  @Test("belongs to the client under any of its names, and its source has the latest name")
  func renamed() throws {
    let test = try TestStore()
    _ = try save(test.store, 1, version: .number(1))
    _ = try save(test.store, 2, version: .number(2), name: "Strides Pro")
    #expect(try values(test.store) == [2])
    _ = try save(test.store, 3, version: .number(1), name: "Strides Pro", identifier: "other")
    _ = try save(test.store, 4, version: .number(1), name: "Strides Max", identifier: "third")
    #expect(try test.store.read { try String.fetchAll($0, sql: "SELECT name FROM source") } == ["Strides Max"])
    #expect(try test.store.read { try Int.fetchOne($0, sql: "SELECT uses FROM source_type") } == 3)
    #expect(try test.store.strayRows() == [])
  }
}
