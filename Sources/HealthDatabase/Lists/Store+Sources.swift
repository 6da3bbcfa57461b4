import Foundation
import GRDB
package import HealthModel

extension Store {
  /// More than anybody has; a hostile file may have a hundred thousand.
  private static let mostSources = 200

  /// The sources of a type in the order of their rank; of very many, those with most samples.
  ///
  /// - Complexity: O(sources), and O(samples of the type) for a source that has not written for long.
  package func sources(ofType identifier: String) throws -> SourceList {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else {
        return SourceList(type: identifier, entries: [])
      }
      let timeline = try ZoneTimeline(db)
      let ranks = try SourceRanks(db, type: type.id)
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT source.id, source.name, source.hardware, st.entered, st.uses, st.first_start, source_order.position,
            (SELECT s.start FROM sample s INDEXED BY sample_by_type_and_start WHERE s.type_id = st.type_id
              AND s.provenance_id IN (SELECT id FROM provenance WHERE source_id = st.source_id)
              AND s.flags & 1 = st.entered ORDER BY s.start DESC LIMIT 1)
          FROM source_type st JOIN source ON source.id = st.source_id
          LEFT JOIN source_order ON source_order.type_id = st.type_id AND source_order.name = source.name
          WHERE st.type_id = ? AND st.uses > 0 ORDER BY st.uses DESC LIMIT \(Self.mostSources)
          """, arguments: [type.id])
      func day(_ time: Double) -> Day { timeline.day(containing: Date(timeIntervalSinceReferenceDate: time)) }
      let entries = rows.map { row -> (rank: Int, entry: SourceListEntry) in
        let isEnteredByHand: Bool = row[3]
        let first: Double = row[5]
        return (
          ranks.rank(ofSource: row[0], isEnteredByHand: isEnteredByHand),
          SourceListEntry(
            name: row[1], hardware: row[2], isEnteredByHand: isEnteredByHand, samples: row[4], first: day(first),
            last: day((row[7] as Double?) ?? first), position: row[6])
        )
      }
      return SourceList(type: identifier, entries: entries.sorted { $0.rank < $1.rank }.map(\.entry))
    }
  }
}
