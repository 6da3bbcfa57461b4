import Foundation
import GRDB

/// The store's own number, from which imported samples get their UUIDs.
enum StoreIdentity {
  /// The number, nil before the first write.
  static func stored(_ db: Database) throws -> UUID? {
    try Data.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'store_id'")).flatMap {
      UUID(databaseBytes: $0)
    }
  }

  /// The number by which an anchor names the store: the store's own, until a backup is restored. What was written after
  /// the backup was made is not in it, so positions in the order of writing begin anew.
  static func history(_ db: Database) throws -> UUID? {
    try Data.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'history_id'")).flatMap {
      UUID(databaseBytes: $0)
    }
      ?? stored(db)
  }

  static func beginHistory(_ db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO info (key, value) VALUES ('history_id', ?)").execute(
      arguments: [UUID().databaseBytes])
  }

  /// The number, made at the first write.
  static func fetch(_ db: Database) throws -> UUID {
    if let uuid = try stored(db) { return uuid }
    let uuid = UUID()
    guard !db.configuration.readonly else { return uuid }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO info (key, value) VALUES ('store_id', ?)").execute(arguments: [
      uuid.databaseBytes
    ])
    return uuid
  }

  /// The UUID of the sample in a row that has none of its own: the store's number with the row id in its last eight
  /// bytes. It is the same at every read and needs no space.
  static func uuid(ofRow row: Int64, store: UUID) -> UUID {
    var bytes = store.uuid
    withUnsafeMutableBytes(of: &bytes) { buffer in
      let tail = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      // Xor keeps the variant bits as they are for any row id below 2^62.
      buffer.storeBytes(of: (tail ^ UInt64(bitPattern: row)).bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }

  /// The row that has the UUID, if this store computed it.
  static func row(of uuid: UUID, store: UUID) -> Int64? {
    let head = { (uuid: UUID) in withUnsafeBytes(of: uuid.uuid) { Array($0.prefix(8)) } }
    guard head(uuid) == head(store) else { return nil }
    let tail = { (uuid: UUID) in
      withUnsafeBytes(of: uuid.uuid) { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
    }
    let row = Int64(bitPattern: tail(uuid) ^ tail(store))
    return row > 0 ? row : nil
  }
}

extension UUID {
  var databaseBytes: Data {
    withUnsafeBytes(of: uuid) { Data($0) }
  }

  init?(databaseBytes data: Data) {
    guard data.count == 16 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in _ = data.copyBytes(to: buffer) }
    self.init(uuid: bytes)
  }
}
