import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// The types of the members of a correlation type's samples, by identifier; none for another type.
  ///
  /// - Complexity: O(samples of the type).
  package func memberTypes(of identifier: String) throws -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT member.identifier FROM sample_type t CROSS JOIN sample s ON s.type_id = t.id
          CROSS JOIN correlation_member m ON m.correlation_id = s.id CROSS JOIN sample o ON o.id = m.sample_id
          CROSS JOIN sample_type member ON member.id = o.type_id WHERE t.identifier = ? ORDER BY 1
          """, arguments: [identifier])
    }
  }

  /// Every type of which the store contains samples.
  ///
  /// - Complexity: O(types x log n): samples are counted when they are written.
  package func typeOverview() throws -> [TypeOverview] {
    // An older file that is only read has no counts.
    let counted = """
      SELECT identifier, unit, samples.count, samples.first, samples.last, kind FROM sample_type
      JOIN (SELECT type_id, count(*) AS count, min(start) AS first, max(start) AS last FROM sample GROUP BY type_id)
        AS samples ON samples.type_id = sample_type.id
      """
    return try read { db in
      try Row.fetchAll(
        db,
        sql: isOlder
          ? counted
          : """
          SELECT * FROM (
            SELECT identifier, unit,
              (SELECT sum(uses) FROM source_type WHERE source_type.type_id = sample_type.id) AS count,
              (SELECT start FROM sample WHERE sample.type_id = sample_type.id ORDER BY start LIMIT 1) AS first,
              (SELECT start FROM sample WHERE sample.type_id = sample_type.id ORDER BY start DESC LIMIT 1) AS last,
              kind
            FROM sample_type
          ) WHERE count > 0 AND first IS NOT NULL
          """
      ).map { row in
        let type = try TypeOverview(
          identifier: row.value(0, "sample_type"), unit: row.value(1, "sample_type"), count: row.value(2, "sample"),
          firstStart: row.date(3, "sample"), lastStart: row.date(4, "sample"))
        let kind = try SampleKind(rawValue: row.value(5, "sample_type")) ?? .other
        _ = UnlistedTypes.unit(of: type.identifier, kind: kind, text: type.unit)
        return type
      }
    }
  }
}
