package import Foundation
package import GRDB

/// The store's own number, from which the UUIDs of imported samples are derived.
package enum StoreIdentity {
  /// The number, nil before the first write.
  package static func stored(_ db: Database) throws -> UUID? {
    let row = try RawStatement(db, "SELECT value FROM info WHERE key = 'store_id'")
    defer { row.reset() }
    return try row.step() ? UUID(databaseBytes: row.blob(0)) : nil
  }

  /// The number that identifies the store in anchors: the store's own, until a backup is restored. A restored store
  /// lacks what was written after the backup, so its positions in the order of writing start again.
  package static func history(_ db: Database) throws -> UUID? {
    try Data.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'history_id'")).flatMap {
      UUID(databaseBytes: $0)
    }
      ?? stored(db)
  }

  package static func beginHistory(_ db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO info (key, value) VALUES ('history_id', ?)").execute(
      arguments: [UUID().databaseBytes])
  }

  /// The number, created at the first write.
  package static func fetch(_ db: Database) throws -> UUID {
    if let uuid = try stored(db) { return uuid }
    let uuid = UUID()
    guard !db.configuration.readonly else { return uuid }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO info (key, value) VALUES ('store_id', ?)").execute(arguments: [
      uuid.databaseBytes
    ])
    return uuid
  }

  /// The UUID of a sample without its own: the store's number combined with the row id in its last eight bytes. It is
  /// the same at every read and needs no space.
  package static func uuid(ofRow row: Int64, store: UUID) -> UUID {
    var bytes = store.uuid
    withUnsafeMutableBytes(of: &bytes) { buffer in
      let tail = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      // XOR leaves the variant bits unchanged for any row id below 2^62.
      buffer.storeBytes(of: (tail ^ UInt64(bitPattern: row)).bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }

  /// The row with the UUID, if this store computed it.
  package static func row(of uuid: UUID, store: UUID) -> Int64? {
    func half(_ uuid: UUID, from offset: Int) -> UInt64 {
      withUnsafeBytes(of: uuid.uuid) { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }
    guard half(uuid, from: 0) == half(store, from: 0) else { return nil }
    let row = Int64(bitPattern: half(uuid, from: 8) ^ half(store, from: 8))
    return row > 0 ? row : nil
  }
}

extension UUID {
  package var databaseBytes: Data {
    withUnsafeBytes(of: uuid) { Data($0) }
  }

  package init?(databaseBytes data: Data) {
    guard data.count == 16 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in _ = data.copyBytes(to: buffer) }
    self.init(uuid: bytes)
  }

  package init?(databaseBytes bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}
