import Foundation
import GRDB

/// Finds rows by UUID and UUIDs by row.
struct SampleIdentityReader {
  private let db: Database
  private let storeID: UUID

  init(_ db: Database) throws {
    self.db = db
    storeID = try SharedTables.of(db).identity()
  }

  /// The rows of the existing samples.
  func rows(of uuids: some Sequence<UUID>) throws -> [Int64] {
    try uuids.compactMap { uuid in
      if let own = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT sample_id FROM sample_uuid WHERE uuid = ?"), arguments: [uuid.databaseBytes])
      {
        return own
      }
      guard let row = StoreIdentity.row(of: uuid, store: storeID) else { return nil }
      // A computed identity belongs to a sample only if that sample has no UUID of its own.
      return try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT id FROM sample WHERE id = ? AND flags & \(SampleFlag.hasOwnUUID) = 0"),
        arguments: [row])
    }
  }

  /// The identity of a row.
  func uuid(ofRow row: Int64, flags: Int64) throws -> UUID {
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
