import GRDB

/// Follows the stored rows in the order of their ids. A file that is imported again holds most records in the order in
/// which they were stored, so that the next record is nearly always the next row, and no index is needed to find it.
///
/// A row is only taken for an equal record, which no other row can match better.
struct StoredSequence {
  /// Rows in order, read together.
  private var ids: [Int64] = []
  private var lackDates: [Bool] = []
  private var keys: [SampleIdentity] = []
  private var position = 0
  /// The row that was last found, in either way.
  private var last: Int64 = 0
  /// Whether rows are read: the last two were found next to each other.
  private var isFollowing = false

  /// The number of rows read together.
  private static let blockSize = 512
  /// The number of rows that are passed over: records that are no longer in the file, and members of correlations.
  private static let lookahead = 4

  /// The next row, if it equals a record.
  ///
  /// - Parameter bound: rows up to this one are from before the run.
  /// - Complexity: O(1) amortized.
  mutating func next(
    _ db: Database, _ key: SampleIdentity, upTo bound: Int64, isTaken: (Int64) throws -> Bool
  ) throws -> SampleMatcher.Match? {
    guard isFollowing else { return nil }
    if position == ids.count { try read(db, upTo: bound) }
    for index in position..<min(position + Self.lookahead, ids.count) where keys[index] == key {
      guard try !isTaken(ids[index]) else { return nil }
      position = index + 1
      last = ids[index]
      return SampleMatcher.Match(row: last, mayLackDate: lackDates[index])
    }
    return nil
  }

  /// Learns that a row was found by other means.
  mutating func note(_ row: Int64) {
    let isNear = row > last && row <= last + Int64(Self.lookahead)
    last = row
    if isNear, isFollowing, let index = ids[position...].firstIndex(of: row) {
      position = index + 1
    } else {
      isFollowing = isNear
      position = ids.count
    }
  }

  private mutating func read(_ db: Database, upTo bound: Int64) throws {
    ids.removeAll(keepingCapacity: true)
    lackDates.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    position = 0
    let rows = try RawStatement(
      db,
      """
      SELECT sample.id, sample.type_id, provenance.source_id, sample.start, sample.end, sample.value,
        sample.created
      FROM sample CROSS JOIN provenance ON provenance.id = sample.provenance_id
      WHERE sample.id > ? AND sample.id <= ? ORDER BY sample.id LIMIT ?
      """)
    rows.bind(1, last)
    rows.bind(2, bound)
    rows.bind(3, Int64(Self.blockSize))
    while try rows.step() {
      ids.append(rows.int64(0))
      lackDates.append(rows.isNull(6))
      keys.append(
        try rows.sample(type: rows.int64(1), source: rows.int64(2), from: 3))
    }
    if ids.isEmpty { isFollowing = false }
  }

  /// Forgets the rows, when others have written.
  mutating func forget() { self = StoredSequence() }
}
