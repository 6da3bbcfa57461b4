import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Every type that the store holds samples of.
  ///
  /// - Complexity: O(*n*) in the samples, by an index.
  package func typeOverview() throws -> [TypeOverview] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT identifier, unit, samples.count, samples.first, samples.last FROM sample_type
          JOIN (SELECT type_id, count(*) AS count, min(start) AS first, max(start) AS last FROM sample GROUP BY type_id)
            AS samples ON samples.type_id = sample_type.id
          """
      ).map { row in
        TypeOverview(
          identifier: row[0], unit: row[1], count: row[2],
          firstStart: Date(timeIntervalSinceReferenceDate: row[3]),
          lastStart: Date(timeIntervalSinceReferenceDate: row[4]))
      }
    }
  }
}
