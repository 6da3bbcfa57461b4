import Foundation
import GRDB
import HealthModel

/// Reads what was written since an anchor, page by page.
///
/// Samples come first, in the order of their rows, then deletions. The change log says which rows to look at, so a page
/// costs what it holds, wherever in a store of millions it lies.
struct ChangeReader {
  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  /// - Parameter limit: the most samples and deletions together; nil is no limit.
  func fetch(_ requests: [SampleRequest], after anchor: StoreAnchor, limit: Int?) throws -> StoredChanges {
    let reader = try SampleReader(db)
    var conditions: [SQLCondition] = []
    var typeIDs: Set<Int64> = []
    for (identifier, filter) in SampleReader.merged(requests) {
      for type in try SampleQuerySQL.types(db, identifier) {
        let condition = try FilterCompiler(db, type: type).compile(filter)
        // The plus keeps SQLite from the index on types: rows are looked at in the order of writing.
        conditions.append(
          SQLCondition(sql: "(+s.type_id = \(type.id) AND (\(condition.sql)))", arguments: condition.arguments))
        typeIDs.insert(type.id)
      }
    }
    let latest = try Change.latestSample(db)
    var result = StoredChanges(added: StoredSamples(), deleted: [], anchor: anchor)
    if !conditions.isEmpty {
      let matching = conditions.map(\.sql).joined(separator: " OR ")
      let arguments = conditions.reduce(into: StatementArguments()) { $0 += $1.arguments }
      var rows: [Int64] = []
      for range in try ranges(after: anchor.sample, types: typeIDs) {
        let left = limit.map { $0 - rows.count } ?? .max
        guard left > 0 else { break }
        rows += try Int64.fetchAll(
          db,
          sql: """
            SELECT s.id FROM sample s WHERE s.id BETWEEN ? AND ? AND (\(matching)) ORDER BY s.id
            \(limit == nil ? "" : "LIMIT \(left)")
            """, arguments: [max(range.lowerBound, anchor.sample + 1), range.upperBound] + arguments)
      }
      result.added = try reader.fetch(rows: rows)
      if let limit, rows.count >= limit, let last = rows.last {
        result.anchor.sample = last
        return result
      }
    }
    result.anchor.sample = max(anchor.sample, latest)
    let left = limit.map { $0 - result.added.samples.count }
    try addDeletions(to: &result, requests: requests, types: typeIDs, limit: left)
    return result
  }

  /// The spans of rows after a row that changes of these types added.
  private func ranges(after row: Int64, types: Set<Int64>) throws -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    let changes = try Row.fetchCursor(
      db, sql: "SELECT first_sample, last_sample, types FROM change WHERE last_sample > ? ORDER BY id",
      arguments: [row])
    while let change = try changes.next() {
      let touched: String = change[2]
      guard touched.split(separator: ",").contains(where: { Int64($0).map(types.contains) ?? false }) else { continue }
      let range: ClosedRange<Int64> = change[0]...change[1]
      if let last = ranges.last, last.upperBound + 1 == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  private func addDeletions(
    to result: inout StoredChanges, requests: [SampleRequest], types: Set<Int64>, limit: Int?
  ) throws {
    let hulls = Dictionary(grouping: requests, by: \.type).mapValues { DateHull(.or($0.map(\.filter))) }
    let provenances = try ProvenanceReader.all(db)
    let filters = Dictionary(SampleReader.merged(requests)) { first, _ in first }
    let names = Dictionary(try SampleTypeRow.fetchAll(db).map { ($0.id, $0.identifier) }) { first, _ in first }
    var anchor = result.anchor.deletion
    let tombstones = try Row.fetchCursor(
      db, sql: "SELECT * FROM tombstone WHERE id > ? ORDER BY id", arguments: [anchor])
    while let tombstone = try tombstones.next() {
      if let limit, result.deleted.count >= limit { break }
      anchor = tombstone["id"]
      let type: Int64 = tombstone["type_id"]
      guard types.contains(type), let name = names[type] else { continue }
      let start: Double = tombstone["start"]
      let end: Double = tombstone["end"]
      // Of a deleted sample its dates and its writer are still known; what else a filter asks is given the benefit.
      if let hull = hulls[name],
        start < hull.earliestStart || end < hull.earliestEnd || start > hull.latestStart
      {
        continue
      }
      if let provenance = provenances[tombstone["provenance_id"]], let filter = filters[name],
        !filter.mayMatch(provenance)
      {
        continue
      }
      let uuid: Data = tombstone["uuid"]
      let metadata: String? = tombstone["metadata"]
      result.deleted.append(
        StoredDeletion(
          row: tombstone["sample_id"], uuid: UUID(databaseBytes: uuid) ?? UUID(),
          metadata: try metadata.map(MetadataCoding.decode) ?? Metadata()))
    }
    if limit == nil || result.deleted.count < limit ?? .max {
      anchor = max(anchor, try Int64.fetchOne(db, sql: "SELECT max(id) FROM tombstone") ?? 0)
    }
    result.anchor.deletion = anchor
  }
}

extension SampleFilter {
  /// Whether a sample of the provenance could match, as far as the filter's outermost conditions tell.
  fileprivate func mayMatch(_ provenance: Provenance) -> Bool {
    switch self {
    case .provenance(let test): test.matches(provenance)
    case .and(let filters): filters.allSatisfy { $0.mayMatch(provenance) }
    case .or(let filters): filters.contains { $0.mayMatch(provenance) }
    default: true
    }
  }
}
