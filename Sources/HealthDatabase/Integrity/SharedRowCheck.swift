package import GRDB
import HealthModel

/// Compares what is stored beside provenances, sets of metadata and samples with what it is derived from: the counts of
/// references, by which a deletion finds the rows that nothing needs any more; the list of the keys of each set; and the
/// flags of samples.
package enum SharedRowCheck {
  private static let counted = [
    (table: "provenance", references: "SELECT provenance_id AS id FROM sample"),
    (
      table: "metadata_set",
      references: ["sample", "workout_event", "workout_activity"]
        .map { "SELECT metadata_id AS id FROM \($0) WHERE metadata_id IS NOT NULL" }.joined(separator: " UNION ALL ")
    ),
  ]

  private static func counts(of references: String) -> String {
    "SELECT id, count(*) AS uses FROM (\(references)) GROUP BY id"
  }

  private static let listed = "SELECT set_id, name FROM metadata_entry JOIN metadata_key ON metadata_key.id = key_id"
  private static let contained = """
    SELECT metadata_set.id AS set_id, item.value ->> 'key' AS name FROM metadata_set, json_each(content) AS item
    """

  /// The sets that cannot be read, and the flags of samples with the others.
  package struct Sets {
    package private(set) var damaged = 0
    private var flagged: [Int64: [Int64]] = [:]

    /// - Complexity: O(n) in the sets.
    package init(_ db: Database) throws {
      let sets = try RawStatement(db, "SELECT id, content FROM metadata_set")
      defer { sets.reset() }
      while try sets.step() {
        guard let metadata = try? MetadataCoding.decode(sets.text(1)) else {
          damaged += 1
          continue
        }
        let flags = Registry.flags(of: metadata)
        if flags != 0 { flagged[flags, default: []].append(sets.int64(0)) }
      }
    }

    /// The flags that a sample should have, as an SQL expression.
    fileprivate var flags: String {
      let cases = flagged.sorted { $0.key < $1.key }.map { flags, sets in
        "WHEN metadata_id IN (SELECT value FROM json_each('[\(sets.map(String.init).joined(separator: ","))]')) THEN \(flags)"
      }
      let ofSet = cases.isEmpty ? "0" : "CASE \(cases.joined(separator: " ")) ELSE 0 END"
      // A UUID that is lost cannot be restored.
      return
        "\(ofSet) + (flags & \(SampleFlag.hasOwnUUID) | \(SampleFlag.hasOwnUUID) * (id IN (SELECT sample_id FROM sample_uuid)))"
    }
  }

  /// How many samples have lost the UUID that they came with.
  package static func lostUUIDs(_ db: Database) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM sample WHERE flags & \(SampleFlag.hasOwnUUID) != 0
          AND id NOT IN (SELECT sample_id FROM sample_uuid)
        """) ?? 0
  }

  /// How many rows are wrong, those that have lost their UUID aside.
  ///
  /// - Complexity: O(n log n) in the samples.
  package static func wrongRows(_ db: Database, _ sets: Sets) throws -> Int {
    func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
    let counted = try Self.counted.reduce(0) { sum, rows in
      try sum
        + count(
          """
          \(rows.table) LEFT JOIN (\(counts(of: rows.references))) AS own USING (id)
          WHERE \(rows.table).uses != coalesce(own.uses, 0)
          """)
    }
    return try counted + count("(\(listed) EXCEPT \(contained))") + count("(\(contained) EXCEPT \(listed))")
      + count("sample WHERE flags != \(sets.flags)")
  }

  package static func repair(_ db: Database) throws {
    for rows in counted {
      try db.execute(
        sql: """
          UPDATE \(rows.table) SET uses = 0;
          UPDATE \(rows.table) SET uses = own.uses FROM (\(counts(of: rows.references))) AS own
            WHERE own.id = \(rows.table).id;
          """)
    }
    try db.execute(
      sql: """
        DELETE FROM metadata_entry;
        INSERT OR IGNORE INTO metadata_key (name) SELECT name FROM (\(contained));
        INSERT OR IGNORE INTO metadata_entry (key_id, set_id)
          SELECT metadata_key.id, set_id FROM (\(contained)) JOIN metadata_key USING (name);
        DELETE FROM metadata_key WHERE id NOT IN (SELECT key_id FROM metadata_entry);
        """)
    let flags = try Sets(db).flags
    try db.execute(sql: "UPDATE sample SET flags = \(flags) WHERE flags != \(flags)")
  }
}
