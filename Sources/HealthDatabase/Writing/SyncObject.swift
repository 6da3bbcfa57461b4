import Foundation
import GRDB
import HealthModel

/// What a client's sync identifier says of one sample that is about to be saved.
///
/// A sample with a sync identifier takes the place of the client's sample of the same type and identifier if its version
/// is greater, and is passed over if it is not.
struct SyncObject {
  var type: String
  /// The bundle identifier of who saves it.
  var client: String
  var identifier: String
  var version: Double

  /// nil for a sample without both keys.
  init?(_ sample: SampleRecord, in tables: SampleTables) {
    guard sample.metadata >= 0 else { return nil }
    let metadata = tables.metadata[Int(sample.metadata)]
    guard case .text(let identifier) = metadata[MetadataKey.syncIdentifier] else { return nil }
    switch metadata[MetadataKey.syncVersion] {
    case .number(let number): version = number
    case .integer(let number): version = Double(number)
    default: return nil
    }
    self.identifier = identifier
    type = tables.types[Int(sample.type)].identifier
    client = tables.provenances[Int(sample.provenance)].source.bundleIdentifier
  }

  /// What an object is known by.
  struct Key: Hashable {
    var type: String
    var client: String
    var identifier: String
  }

  var key: Key { Key(type: type, client: client, identifier: identifier) }

  /// The row that the identifier stands for now, and its version.
  func stored(_ db: Database) throws -> (row: Int64, version: Double)? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT o.sample_id, o.version FROM sync_object o JOIN sample_type t ON t.id = o.type_id
        WHERE t.identifier = ? AND o.client = ? AND o.identifier = ?
        """, arguments: [type, client, identifier]
    ).map { (row: $0[0], version: $0[1]) }
  }

  /// Lets the identifier stand for a row.
  func store(_ db: Database, row: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO sync_object (sample_id, type_id, client, identifier, version)
        SELECT id, type_id, ?, ?, ? FROM sample WHERE id = ?
        """, arguments: [client, identifier, version, row])
  }
}
