package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// One page of sorted samples, continuing after the previous page.
  ///
  /// - Complexity: O(page) by date, however many samples there are; O(samples of the days) by value.
  package func samples(_ request: SampleListRequest) throws -> [SampleListEntry] {
    try read { db in
      let types = try SampleTypeRow.fetchAll(db, identifier: request.type)
      guard !types.isEmpty else { return [] }
      let units = types.count == 1 ? [:] : Dictionary(types.map { ($0.id, $0.unit) }) { first, _ in first }
      let timeline = try ZoneTimeline(db)
      let provenances = try ProvenanceReader.all(db)
      let direction = request.isDescending ? "DESC" : "ASC"
      let comparison = request.isDescending ? "<" : ">"
      let key = request.order == .date ? "start" : "coalesce(value, -1e308)"
      var sql = """
        SELECT id, start, end, value, provenance_id, \(key) AS key, metadata_id, type_id FROM sample
        INDEXED BY sample_by_type_and_start WHERE type_id IN (\(types.map { "\($0.id)" }.joined(separator: ",")))
        """
      var arguments: StatementArguments = []
      if let days = request.days {
        sql += " AND start >= ? AND start < ?"
        arguments += [
          timeline.seconds(of: days.lowerBound).lowerBound,
          timeline.seconds(of: days.upperBound).upperBound,
        ]
      }
      if let source = request.source {
        let rows = provenances.filter { $0.value.source.name.hasSameBytes(as: source) }.keys.sorted().map(String.init)
        sql += " AND provenance_id IN (\(rows.joined(separator: ",")))"
      }
      if let after = request.after {
        // The index can use only the first condition.
        sql += " AND \(key) \(comparison)= ? AND (\(key) \(comparison) ? OR id \(comparison) ?)"
        arguments += [after.key, after.key, after.row]
      }
      sql += " ORDER BY \(key) \(direction), id \(direction) LIMIT ?"
      arguments += [max(1, min(request.limit, 1_000))]
      let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
      let sets = try rows.compactMap { row -> Int64? in
        let value: Double? = try row.value(3, "sample")
        return try value == nil ? row.value(6, "sample") : nil
      }
      let words = try MetadataReader.sets(db, sets)
      return try rows.map { row in
        var entry = Self.dated(try Self.entry(row, provenances), timeline)
        if entry.value.isNaN, let set: Int64 = try row.value(6, "sample") { entry.word = words[set]?.unknownValue }
        entry.unit = try units[row.value(7, "sample")]
        return entry
      }
    }
  }

  /// A sample with all details; nil if the row does not exist.
  package func sample(row: Int64) throws -> SampleDetail? {
    try read { db in
      guard
        let found = try Row.fetchOne(
          db,
          sql: """
            SELECT id, start, end, value, provenance_id, start AS key, type_id, metadata_id, flags FROM sample
            WHERE id = ?
            """, arguments: [row]),
        let type = try SampleTypeRow.fetch(db, id: found.value(6, "sample"))
      else { return nil }
      let provenances = try ProvenanceReader.all(db)
      let set: Int64? = try found.value(7, "sample")
      let metadata = try set.flatMap { try MetadataReader.sets(db, [$0])[$0] } ?? Metadata()
      var entry = Self.dated(try Self.entry(found, provenances), try ZoneTimeline(db))
      entry.word = metadata.unknownValue
      return SampleDetail(
        entry: entry, type: type.identifier,
        unit: type.unit, uuid: try SampleIdentityReader(db).uuid(ofRow: row, flags: found.value(8, "sample")),
        provenance: provenances[try found.value(4, "sample")] ?? Provenance(source: Source(name: "")),
        metadata: metadata)
    }
  }

  /// A sample by its identity; nil if there is none.
  package func sample(uuid: UUID) throws -> SampleDetail? {
    try read { try SampleIdentityReader($0).rows(of: [uuid]).first }.flatMap { try sample(row: $0) }
  }

  private static func entry(_ row: Row, _ provenances: [Int64: Provenance]) throws -> SampleListEntry {
    SampleListEntry(
      row: try row.value(0, "sample"), start: try row.date(1, "sample"), end: try row.date(2, "sample"),
      value: try row.value(3, "sample") as Double? ?? .nan,
      source: provenances[try row.value(4, "sample")]?.source.name ?? "",
      cursor: ListCursor(key: try row.value(5, "sample"), row: try row.value(0, "sample")))
  }

  private static func dated(_ entry: SampleListEntry, _ timeline: ZoneTimeline) -> SampleListEntry {
    var entry = entry
    (entry.day, entry.secondOfDay) = timeline.clock(entry.start)
    return entry
  }
}
