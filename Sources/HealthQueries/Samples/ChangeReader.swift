import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Reads the changes since an anchor, page by page.
///
/// Samples come first, in the order of their rows, then deletions. The change log contains the rows to read, so the
/// cost of a page depends only on its size, not on the size of the store.
struct ChangeReader {
  private let db: Database
  private let reader: SampleReader
  private let scope: ReadScope
  /// nil in a store to which nothing has been written.
  private let storeID: UUID?

  init(_ db: Database, scope: ReadScope) throws {
    self.db = db
    self.scope = scope
    reader = try SampleReader(db, scope: scope)
    storeID = try reader.tables.history()
  }

  /// The end of the log: an anchor after which nothing has been written.
  func position() throws -> StoreAnchor {
    StoreAnchor(
      store: storeID, sample: try Change.latestSample(db),
      deletion: try Retention.lastTombstone(db))
  }

  /// Where to continue after an anchor. An anchor from another store, or from a file at this path that had more
  /// changes than this one, is meaningless here: everything in this store is new. So it is after an anchor from before the
  /// first deletion that is still recorded: the client may know samples whose deletion it can no longer be told.
  private func start(_ anchor: StoreAnchor, end: StoreAnchor) throws -> (anchor: StoreAnchor, startsOver: Bool) {
    let floor = try Retention.Floor.tombstone.stored(db)
    let isOther = anchor.store != nil && anchor.store != end.store
    let isExpired = anchor.store != nil && anchor.deletion < floor
    let startsOver = isOther || isExpired || anchor.sample > end.sample || anchor.deletion > end.deletion
    var start = startsOver ? StoreAnchor() : anchor
    start.store = end.store
    start.deletion = max(start.deletion, floor)
    return (start, startsOver)
  }

  /// - Parameters:
  ///   - requests: restricted to the scope.
  ///   - limit: the maximum number of samples and deletions together; nil means no limit.
  func fetch(_ requests: [SampleRequest], after anchor: StoreAnchor, limit: Int?) throws -> StoredChanges {
    let position = try position()
    let (anchor, startsOver) = try start(anchor, end: position)
    var conditions: [SQLCondition] = []
    var typeIDs: Set<Int64> = []
    /// The types whose samples are all selected.
    var whole: [Int64] = []
    for (identifier, filter) in SampleReader.merged(requests) {
      for type in try reader.tables.types(identifier) {
        let condition = try FilterCompiler(db, type: type).compile(filter)
        typeIDs.insert(type.id)
        if condition.constant == false { continue }
        if condition.constant == true {
          whole.append(type.id)
          continue
        }
        // The plus prevents SQLite from using the index on types: rows must be read in the order of writing.
        conditions.append(
          SQLCondition(sql: "(+s.type_id = \(type.id) AND (\(condition.sql)))", arguments: condition.arguments))
      }
    }
    if !whole.isEmpty {
      // If all types of the store are selected, every row is.
      let isAll = try whole.count == reader.tables.types().count
      let list = whole.map(String.init).joined(separator: ",")
      conditions.append(SQLCondition(sql: isAll ? "1" : "(+s.type_id IN (\(list)))"))
    }
    var result = StoredChanges(added: StoredSamples(), deleted: [], anchor: anchor, startsOver: startsOver)
    if !conditions.isEmpty {
      let matching = SQLCondition(
        sql: conditions.map(\.sql).joined(separator: " OR "),
        arguments: conditions.reduce(into: StatementArguments()) { $0 += $1.arguments })
      let rows = try rows(matching, after: anchor.sample, types: typeIDs, limit: limit)
      result.added = try reader.complete(rows)
      if let limit, rows.samples.count >= limit, let last = rows.samples.last {
        result.anchor.sample = last.row
        return result
      }
    }
    result.anchor.sample = position.sample
    let left = limit.map { $0 - result.added.samples.count }
    try addDeletions(to: &result, requests: requests, types: typeIDs, limit: left)
    return result
  }

  /// How many entries of the log are read before the rows that they name: few at first, because a single entry of an
  /// import names more than a page, and more if that was not enough.
  private static let entriesPerStep = (first: 4, most: 256)

  /// For how many samples room is made before they are read.
  private static let mostReserved = 1_024

  /// Matching samples after a row, by their rows.
  private func rows(
    _ matching: SQLCondition, after row: Int64, types: Set<Int64>, limit: Int?
  ) throws -> SampleReader.Rows {
    var rows = SampleReader.Rows()
    if let limit { rows.samples.reserveCapacity(min(limit, Self.mostReserved)) }
    var position = row
    var entries = Self.entriesPerStep.first
    while rows.samples.count < limit ?? .max {
      let (ranges, last) = try ranges(after: position, types: types, entries: entries)
      for range in ranges {
        let left = limit.map { $0 - rows.samples.count } ?? .max
        guard left > 0 else { break }
        try reader.add(
          to: &rows,
          """
          SELECT \(SampleReader.columns) FROM sample s \(SampleReader.join)
          WHERE s.id BETWEEN ? AND ? AND (\(matching.sql)) ORDER BY s.id
          LIMIT ?
          """, [max(range.lowerBound, row + 1), range.upperBound] + matching.arguments + [left])
      }
      guard let last else { break }
      position = last
      entries = min(4 * entries, Self.entriesPerStep.most)
    }
    return rows
  }

  /// The row ranges that the next entries of the log added and that may contain one of these types.
  ///
  /// - Returns: the ranges, and the last row that the entries name; nil if there are no more entries.
  private func ranges(
    after row: Int64, types: Set<Int64>, entries: Int
  ) throws -> (ranges: [ClosedRange<Int64>], last: Int64?) {
    var ranges: [ClosedRange<Int64>] = []
    var end: Int64?
    // The types are looked up in the order of the key.
    let changes = try RawStatement(
      db,
      """
      SELECT first_sample, last_sample,
        EXISTS (SELECT 1 FROM change_type WHERE change_id = change.id AND type_id IN (SELECT value FROM json_each(?)))
      FROM change INDEXED BY change_by_sample WHERE last_sample > ? ORDER BY last_sample LIMIT ?
      """)
    changes.setArguments(types.jsonList, row, entries)
    defer { changes.reset() }
    while try changes.step() {
      let range = try StoredRow.range(changes.int64(0), changes.int64(1), "change")
      end = range.upperBound
      guard changes.int64(2) != 0 else { continue }
      if let last = ranges.last, last.upperBound + 1 == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return (ranges, end)
  }

  private func addDeletions(
    to result: inout StoredChanges, requests: [SampleRequest], types: Set<Int64>, limit: Int?
  ) throws {
    let filters = Dictionary(
      SampleReader.merged(requests).map { type, filter in
        (type, SampleFilter.and([filter.ofDeletions(), scope.visibleDeletions(type)]).simplified)
      }
    ) { first, _ in first }
    let names = try reader.tables.types().mapValues(\.identifier)
    var anchor = result.anchor.deletion
    let tombstones = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, type_id, uuid, start, end, client, metadata, sample_id FROM tombstone WHERE id > ? ORDER BY id
          """), arguments: [anchor])
    while let tombstone = try tombstones.next() {
      if let limit, result.deleted.count >= limit { break }
      anchor = try tombstone.value(0, "tombstone")
      let type: Int64 = try tombstone.value(1, "tombstone")
      guard types.contains(type), let name = names[type], let filter = filters[name] else { continue }
      let row: Int64 = try tombstone.value(7, "tombstone")
      let bytes = try tombstone.value(2, "tombstone") as Data?
      guard
        let uuid = try bytes.map({ UUID(databaseBytes: $0) })
          ?? StoreIdentity.uuid(ofRow: row, store: reader.tables.identity())
      else { continue }
      let subject = SampleSubject(
        uuid: uuid, start: try tombstone.date(3, "tombstone"),
        end: try tombstone.date(4, "tombstone"), content: .other,
        provenance: Provenance(source: Source(name: "", bundleIdentifier: try tombstone.value(5, "tombstone"))))
      guard filter.matches(subject) else { continue }
      let metadata: String? = try tombstone.value(6, "tombstone")
      result.deleted.append(
        StoredDeletion(
          row: row, uuid: uuid,
          metadata: try metadata.map(MetadataCoding.decode) ?? Metadata()))
    }
    if limit == nil || result.deleted.count < limit ?? .max {
      anchor = try position().deletion
    }
    result.anchor.deletion = anchor
  }
}

extension SampleFilter {
  /// The filter for deleted samples, of which only the dates, the source and the identity are known: it matches every
  /// sample that the original filter may have matched.
  ///
  /// - Parameter unknown: the value of conditions that can no longer be evaluated.
  fileprivate func ofDeletions(unknown: SampleFilter = .always) -> SampleFilter {
    switch self {
    case .and(let filters): .and(filters.map { $0.ofDeletions(unknown: unknown) })
    case .or(let filters): .or(filters.map { $0.ofDeletions(unknown: unknown) })
    // Inside `not`, a lower bound becomes an upper bound.
    case .not(let filter): .not(filter.ofDeletions(unknown: unknown == .always ? .never : .always))
    case .provenance(let test): test.ofDeletions(unknown: unknown)
    case .always, .never, .start, .end, .within, .uuid: self
    case .quantity, .category, .categoryIn, .metadata, .noCorrelation, .ofWorkout, .hasMember, .workout: unknown
    }
  }
}

extension ProvenanceTest {
  /// For a deleted sample only the client is still known, and nothing for an imported one.
  fileprivate func ofDeletions(unknown: SampleFilter) -> SampleFilter {
    switch self {
    case .client: .provenance(self)
    case .sources(let sources): .or(sources.map { Self.ofDeletions(by: $0, isCertain: true, unknown: unknown) })
    case .revisions(let patterns):
      .or(patterns.map { Self.ofDeletions(by: $0.source, isCertain: false, unknown: unknown) })
    case .devices, .device, .named: unknown
    }
  }

  private static func ofDeletions(by source: Source, isCertain: Bool, unknown: SampleFilter) -> SampleFilter {
    let client = SampleFilter.provenance(.client(source.bundleIdentifier))
    return isCertain && !source.bundleIdentifier.isEmpty ? client : .and([client, unknown])
  }
}
