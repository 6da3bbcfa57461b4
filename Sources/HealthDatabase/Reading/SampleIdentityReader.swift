package import Foundation
package import GRDB

/// Finds rows by UUID and UUIDs by row.
package struct SampleIdentityReader {
  let db: Database
  private let storeID: UUID

  package init(_ db: Database) throws {
    self.init(db, store: try SharedTables.of(db).identity())
  }

  /// The same with the store's number, which it takes longer to read than to find a row.
  init(_ db: Database, store: UUID) {
    (self.db, storeID) = (db, store)
  }

  /// The rows of the existing samples.
  package func rows(of uuids: some Sequence<UUID>) throws -> [Int64] {
    try uuids.compactMap { try row(of: $0) }
  }

  /// The row of a sample; nil if it does not exist.
  package func row(of uuid: UUID) throws -> Int64? {
    if let row = try Self.owner(db, of: uuid) { return row }
    guard let row = StoreIdentity.row(of: uuid, store: storeID) else { return nil }
    // A computed identity belongs to a sample only if that sample has no UUID of its own.
    let computed = try RawStatement(
      db, "SELECT id FROM sample WHERE id = ? AND flags & \(SampleFlag.hasOwnUUID) = 0")
    computed.bind(1, row)
    return try computed.firstInt64()
  }

  /// The row with this UUID of its own.
  static func owner(_ db: Database, of uuid: UUID) throws -> Int64? {
    let owner = try RawStatement(db, "SELECT sample_id FROM sample_uuid WHERE uuid = ?")
    owner.bind(1, uuid)
    return try owner.firstInt64()
  }

  /// What identifies the sample of a row without its UUID; nil if there is no such row.
  package func sample(atRow row: Int64) throws -> SampleIdentity? {
    let sample = try RawStatement(
      db,
      """
      SELECT s.type_id, p.source_id, s.start, s.end, s.value
      FROM sample s CROSS JOIN provenance p ON p.id = s.provenance_id WHERE s.id = ?
      """)
    sample.bind(1, row)
    defer { sample.reset() }
    guard try sample.step() else { return nil }
    return try sample.sample(type: sample.int64(0), source: sample.int64(1), from: 2)
  }

  // MARK: - Writing

  /// If samples with these UUIDs, which new rows have, had been deleted, that is no longer reported: clients that apply
  /// additions before deletions would delete the new ones.
  func revive(_ uuids: [UUID]) throws {
    guard try RawStatement(db, "SELECT max(id) FROM tombstone").firstInt64() ?? 0 > 0 else { return }
    for uuid in uuids {
      let revive = try RawStatement(db, "DELETE FROM tombstone WHERE uuid = ?")
      revive.bind(1, uuid)
      try revive.run()
      guard let old = StoreIdentity.row(of: uuid, store: storeID) else { continue }
      let computed = try RawStatement(db, "DELETE FROM tombstone WHERE sample_id = ? AND uuid IS NULL")
      computed.bind(1, old)
      try computed.run()
    }
  }

  /// Takes a UUID from a row that another one with the same UUID replaces.
  func release(_ uuid: UUID, ofRow row: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM sample_uuid WHERE sample_id = ? AND uuid = ?")
      .execute(arguments: [row, uuid.databaseBytes])
  }

  package func uuid(ofRow row: Int64, flags: Int64) throws -> UUID {
    if flags & SampleFlag.hasOwnUUID != 0,
      let bytes = try Data.fetchOne(
        db.cachedStatement(sql: "SELECT uuid FROM sample_uuid WHERE sample_id = ?"), arguments: [row]),
      let uuid = UUID(databaseBytes: bytes)
    {
      return uuid
    }
    return StoreIdentity.uuid(ofRow: row, store: storeID)
  }
}
