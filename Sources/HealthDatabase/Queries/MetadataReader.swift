import GRDB
import HealthModel

/// Reads sets of metadata.
enum MetadataReader {
  /// The sets with the given keys. Keys that do not exist are omitted.
  static func sets(_ db: Database, _ keys: [Int64]) throws -> [Int64: Metadata] {
    guard !keys.isEmpty else { return [:] }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT id, content FROM metadata_set WHERE id IN (SELECT value FROM json_each(?))"),
      arguments: ["[" + keys.map(String.init).joined(separator: ",") + "]"])
    var sets: [Int64: Metadata] = [:]
    while let row = try rows.next() { sets[row[0]] = try MetadataCoding.decode(row[1]) }
    return sets
  }
}
