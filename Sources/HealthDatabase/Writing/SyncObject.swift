import Foundation
package import GRDB
package import HealthModel

/// The sync identifier and version of a sample that is about to be saved.
///
/// A sample with a sync identifier replaces the client's sample of the same type and identifier if its version is
/// greater, and is ignored otherwise.
package struct SyncObject {
  /// Identifies an object. A client is identified by its bundle identifier.
  package struct Key: Hashable {
    @Exact package var type: String
    @Exact package var client: String
    @Exact package var identifier: String
  }

  package var key: Key
  /// A number, represented exactly.
  package var version: MetadataValue

  /// nil for a sample without both keys.
  init?(_ sample: SampleRecord, in tables: SampleTables) {
    guard sample.metadata >= 0 else { return nil }
    let metadata = tables.metadata[Int(sample.metadata)]
    guard case .text(let identifier) = metadata[MetadataKey.syncIdentifier],
      let version = metadata[MetadataKey.syncVersion]
    else { return nil }
    switch version {
    case .number, .integer, .unsigned: break
    case .text, .flag, .date, .quantity: return nil
    }
    self.version = version
    key = Key(
      type: tables.types[Int(sample.type)].identifier,
      client: tables.provenances[Int(sample.provenance)].source.bundleIdentifier, identifier: identifier)
  }

  /// Whether it replaces another version.
  func isNewer(than other: MetadataValue) -> Bool {
    version.compares(.greaterThan, with: other)
  }

  /// The row to which the identifier currently refers, and its version.
  package func stored(_ db: Database) throws -> (row: Int64, version: MetadataValue)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT o.sample_id, o.version FROM sync_object o JOIN sample_type t ON t.id = o.type_id
        WHERE t.identifier = ? AND o.client = ? AND o.identifier = ?
        """)
    return try Row.fetchOne(statement, arguments: [key.type, key.client, key.identifier]).map { row in
      (row: try row.value(0, "sync_object"), version: try Self.version(row.value(1, "sync_object")))
    }
  }

  /// Whether a sync identifier refers to a row.
  static func hasObject(_ db: Database, row: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sync_object WHERE sample_id = ?)"), arguments: [row])
      ?? false
  }

  /// Makes the identifier refer to a row. The one to which it referred may remain, if the delivery contains that too.
  package func store(_ db: Database, row: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO sync_object (sample_id, type_id, client, identifier, version)
        SELECT id, type_id, ?, ?, ? FROM sample WHERE id = ?
        """
    ).execute(arguments: [key.client, key.identifier, storedVersion, row])
  }

  private var storedVersion: any DatabaseValueConvertible {
    switch version {
    case .integer(let integer): integer
    // The largest integer in SQLite.
    case .unsigned(let number): String(number)
    case .number(let number): number
    case .text, .flag, .date, .quantity: 0
    }
  }

  private static func version(_ value: DatabaseValue) throws -> MetadataValue {
    switch value.storage {
    case .int64(let integer): .whole(integer)
    case .double(let number): .number(number)
    case .string(let digits):
      if let number = UInt64(digits) { .whole(unsigned: number) } else { throw DamagedValue(table: "sync_object") }
    case .null, .blob: throw DamagedValue(table: "sync_object")
    }
  }
}
