import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// When each source wrote samples of a type.
  ///
  /// - Complexity: O(samples of the type).
  package func sourceTimes(ofType identifier: String) throws -> SourceTimes {
    try read { db in
      let types = try SampleTypeRow.fetchAll(db, identifier: identifier).map { "\($0.id)" }.joined(separator: ",")
      guard !types.isEmpty,
        let ends = try Row.fetchOne(
          db,
          sql: """
            SELECT min(start), max(start) FROM sample INDEXED BY sample_by_type_and_start WHERE type_id IN (\(types))
            """), let first: Double = try ends.value(0, "sample"),
        let last: Double = try ends.value(1, "sample")
      else { return SourceTimes() }
      let timeline = try ZoneTimeline(db)
      var times = SourceTimes(days: timeline.day(at: first)...max(timeline.day(at: first), timeline.day(at: last)))
      let length = max(1, last - first)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT source.name, source.hardware, entered, part, sum(count) FROM (
            SELECT provenance_id, flags & \(SampleFlag.enteredByHand) AS entered, CAST((start - ?) / ? * ? AS INTEGER) AS part, count(*) AS count
            FROM sample INDEXED BY sample_by_type_and_start WHERE type_id IN (\(types)) GROUP BY 1, 2, 3)
          JOIN provenance ON provenance.id = provenance_id JOIN source ON source.id = provenance.source_id
          GROUP BY 1, 2, 3, 4
          """, arguments: [first, length, SourceTimes.parts])
      while let row = try rows.next() {
        let key = SourceTimes.Key(
          name: try row.value(0, "source"), hardware: try row.value(1, "source"),
          isEnteredByHand: try row.value(2, "sample"))
        guard times.counts.count < Self.mostSources || times.counts[key] != nil else { continue }
        let part: Int = try row.value(3, "sample")
        let count: Int = try row.value(4, "sample")
        times.counts[key, default: Array(repeating: 0, count: SourceTimes.parts)][
          min(SourceTimes.parts - 1, max(0, part))] += count
      }
      return times
    }
  }

  /// The names of the feeds that have stored samples.
  package func feeds() throws -> [String] {
    try read { db in
      let names = try String.fetchAll(
        db, sql: "SELECT bundle_identifier FROM source WHERE substr(bundle_identifier, 1, ?1) = ?2",
        arguments: [FeedSource.prefix.count, FeedSource.prefix])
      return Set(names.map { String($0.dropFirst(FeedSource.prefix.count).prefix { $0 != "/" }) }).sorted()
    }
  }

  /// More than in any real store; a hostile file may have a hundred thousand.
  private static let mostSources = 200

  /// The sources of a type by rank; if there are very many, those with the most samples.
  ///
  /// - Complexity: O(sources), and O(samples of the type) for a source that has not written for a long time.
  package func sources(ofType identifier: String) throws -> SourceList {
    try read { db in
      let types = try SampleTypeRow.fetchAll(db, identifier: identifier)
      guard let type = types.first else { return SourceList(type: identifier, entries: []) }
      let timeline = try ZoneTimeline(db)
      let ranks = try SourceRanks(db, type: type.id)
      let defaults = try SourceRanks(db, type: type.id, order: [])
      // A type that is in no catalog has a row for each unit, and then no order of sources.
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT source.id, source.name, source.hardware, st.entered, sum(st.uses) AS uses, min(st.first_start),
            source_order.position, max((SELECT s.start FROM sample s INDEXED BY sample_by_type_and_start WHERE s.type_id = st.type_id
              AND s.provenance_id IN (SELECT id FROM provenance WHERE source_id = st.source_id)
              AND s.flags & \(SampleFlag.enteredByHand) = st.entered ORDER BY s.start DESC LIMIT 1))
          FROM source_type st JOIN source ON source.id = st.source_id
          LEFT JOIN source_order ON source_order.type_id = st.type_id AND source_order.name = source.name
          WHERE st.type_id IN (\(types.map { "\($0.id)" }.joined(separator: ","))) AND st.uses > 0
          GROUP BY st.source_id, st.entered ORDER BY uses DESC LIMIT \(Self.mostSources)
          """)
      let entries = try rows.map { row -> (rank: Int, entry: SourceListEntry) in
        let source: Int64 = try row.value(0, "source")
        let isEnteredByHand: Bool = try row.value(3, "source_type")
        let first: Double = try row.value(5, "source_type")
        return (
          ranks.rank(ofSource: source, isEnteredByHand: isEnteredByHand),
          SourceListEntry(
            name: try row.value(1, "source"), hardware: try row.value(2, "source"), isEnteredByHand: isEnteredByHand,
            samples: try row.value(4, "source_type"), first: timeline.day(at: first),
            last: timeline.day(at: try row.value(7, "sample") as Double? ?? first),
            position: try row.value(6, "source_order"),
            defaultRank: defaults.rank(ofSource: source, isEnteredByHand: isEnteredByHand))
        )
      }
      return SourceList(type: identifier, entries: entries.sorted { $0.rank < $1.rank }.map(\.entry))
    }
  }
}
