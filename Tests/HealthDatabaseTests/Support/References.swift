import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

extension Store {
  /// Errors in the references between rows: unreferenced rows, dangling references and wrong counts.
  ///
  /// Found by plain SQL queries on the tables, one for each, and never from the writers' own records.
  func strayRows() throws -> [String] {
    let references = """
      SELECT metadata_id AS id FROM sample WHERE metadata_id IS NOT NULL
      UNION ALL SELECT metadata_id FROM workout_event WHERE metadata_id IS NOT NULL
      UNION ALL SELECT metadata_id FROM workout_activity WHERE metadata_id IS NOT NULL
      """
    let empty: [String: String] = [
      "sets that nothing refers to": "SELECT id FROM metadata_set WHERE id NOT IN (SELECT id FROM (\(references)))",
      "references to no set": "SELECT id FROM (\(references)) WHERE id NOT IN (SELECT id FROM metadata_set)",
      "sets with wrong counts":
        "SELECT id FROM metadata_set m WHERE uses != (SELECT count(*) FROM (\(references)) r WHERE r.id = m.id)",
      "keys without entries": "SELECT id FROM metadata_key WHERE id NOT IN (SELECT key_id FROM metadata_entry)",
      "entries of no set": "SELECT set_id FROM metadata_entry WHERE set_id NOT IN (SELECT id FROM metadata_set)",
      "entries that differ from the content": """
      SELECT id FROM metadata_set m WHERE
        (SELECT group_concat(name, '|') FROM (
          SELECT DISTINCT name FROM metadata_entry JOIN metadata_key k ON k.id = key_id WHERE set_id = m.id
          ORDER BY name))
        IS NOT (SELECT group_concat(name, '|') FROM (
          SELECT DISTINCT json_extract(value, '$.key') AS name FROM json_each(m.content) ORDER BY name))
      """,
      "provenances with wrong counts": """
      SELECT id FROM provenance p WHERE uses = 0
        OR uses != (SELECT count(*) FROM sample WHERE provenance_id = p.id)
      """,
      "samples of no provenance": "SELECT id FROM sample WHERE provenance_id NOT IN (SELECT id FROM provenance)",
      "sources without provenance": "SELECT id FROM source WHERE id NOT IN (SELECT source_id FROM provenance)",
      "provenances of no source": "SELECT id FROM provenance WHERE source_id NOT IN (SELECT id FROM source)",
      "devices without provenance": """
      SELECT id FROM device WHERE id NOT IN (SELECT device_id FROM provenance WHERE device_id IS NOT NULL)
      """,
      "ranks that differ": """
      SELECT * FROM (
        SELECT type_id, source_id, entered, first_start, uses FROM source_type
        EXCEPT SELECT type_id, source_id, flags & 1, min(start), count(*)
        FROM sample JOIN provenance ON provenance.id = provenance_id GROUP BY 1, 2, 3)
      UNION ALL SELECT * FROM (
        SELECT type_id, source_id, flags & 1, min(start), count(*)
        FROM sample JOIN provenance ON provenance.id = provenance_id GROUP BY 1, 2, 3
        EXCEPT SELECT type_id, source_id, entered, first_start, uses FROM source_type)
      """,
      "routes with wrong counts": """
      SELECT sample_id FROM route WHERE (points > 0) != (sample_id IN (SELECT route_id FROM route_chunk))
      """,
      "types of no sample and no tombstone": """
      SELECT id FROM sample_type WHERE id NOT IN (SELECT type_id FROM sample)
        AND id NOT IN (SELECT type_id FROM tombstone)
      """,
      "zones that no sample names": """
      SELECT day FROM zone_day WHERE zone NOT IN (
        SELECT json_extract(value, '$.text') FROM metadata_set, json_each(content)
        WHERE json_extract(value, '$.key') = 'HKTimeZone')
      """,
    ]
    let columns = [
      "sample_uuid.sample_id", "sync_object.sample_id", "workout.sample_id", "workout_activity.workout_id",
      "workout_event.workout_id", "workout_statistics.workout_id", "workout_route.workout_id",
      "workout_sample.workout_id", "workout_sample.sample_id", "correlation_member.correlation_id",
      "correlation_member.sample_id", "route.sample_id", "route_chunk.route_id", "sample_data.sample_id",
      "attachment.sample_id", "attachment_chunk.sample_id",
    ]
    return try read { db in
      var stray: [String] = []
      func expectNone(_ what: String, _ sql: String) throws {
        let count = try Row.fetchAll(db, sql: sql).count
        if count > 0 { stray.append("\(count) \(what)") }
      }
      for (what, sql) in empty { try expectNone(what, sql) }
      for column in columns {
        let parts = column.split(separator: ".")
        try expectNone(
          "\(column) of no sample", "SELECT 1 FROM \(parts[0]) WHERE \(parts[1]) NOT IN (SELECT id FROM sample)")
      }
      return stray.sorted()
    }
  }

  /// Whether a text is anywhere in the file or its log.
  func holds(_ text: String) throws -> Bool {
    for path in [path, path + "-wal"] {
      guard let bytes = FileManager.default.contents(atPath: path) else { continue }
      if bytes.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }
}
