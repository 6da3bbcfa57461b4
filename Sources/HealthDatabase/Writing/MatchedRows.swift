/// The rows that records of a run have matched, so that each row is matched once, and those that no record matches are
/// known at the end.
struct MatchedRows {
  /// Row ids up to this may be from before the run, except for `ownRows`.
  private(set) var lastOld: Int64
  private var used: RowSet
  /// The rows that members of correlations have matched.
  var members: RowSet
  /// Whether other writers have written during the run.
  private(set) var othersHaveWritten = false
  /// The rows of this run among those up to `lastOld`.
  private var ownRows: [ClosedRange<Int64>] = []

  init(lastOld: Int64) {
    self.lastOld = lastOld
    used = RowSet(upTo: lastOld)
    members = RowSet(upTo: 0)
  }

  /// Begins a transaction after other writers' ones.
  ///
  /// - Parameters:
  ///   - lastOwn: the last row of the run.
  ///   - lastOther: the last row of any writer.
  mutating func extend(upToOwn lastOwn: Int64, upToOthers lastOther: Int64) {
    othersHaveWritten = true
    if lastOwn > lastOld { ownRows.append(lastOld + 1...lastOwn) }
    lastOld = max(lastOwn, lastOther)
    used.grow(upTo: lastOld)
  }

  /// Counts a row as matched by a record at the top level of a file.
  mutating func insert(_ row: Int64) {
    used.insert(row)
  }

  /// Whether another record may not match the row: one has, or the run has stored it.
  func isTaken(_ row: Int64) -> Bool {
    used.contains(row) || ownRows.contains { $0.contains(row) }
  }

  /// Whether some record of the run matched the row, which was in the store before.
  func contains(_ row: Int64) -> Bool {
    used.contains(row) || members.contains(row) || ownRows.contains { $0.contains(row) }
  }

  /// How many row ids of a range were not matched by any record of the run.
  func unmatchedCount(in span: ClosedRange<Int64>) -> Int {
    var count = 0
    var low = span.lowerBound
    for own in ownRows where own.overlaps(span) {
      if low < own.lowerBound { count += used.count(ofRowsMissingIn: members, low...(own.lowerBound - 1)) }
      low = own.upperBound + 1
    }
    if low <= span.upperBound { count += used.count(ofRowsMissingIn: members, low...span.upperBound) }
    return count
  }

  /// Counts existing rows as matched, although no record of the run matched them.
  mutating func noteFound(_ rows: [Int64]) {
    for row in rows { used.insert(row) }
  }
}

/// A set of row ids from 1 to an upper bound, as a bit set: five million samples take 600 KB.
struct RowSet {
  private var words: [UInt64]

  init(upTo last: Int64) {
    words = Array(repeating: 0, count: Int(last / 64) + 1)
  }

  /// Makes room for more rows.
  mutating func grow(upTo last: Int64) {
    words.append(contentsOf: repeatElement(0, count: max(0, Int(last / 64) + 1 - words.count)))
  }

  func contains(_ row: Int64) -> Bool {
    let word = Int(row / 64)
    return word < words.count && words[word] & (1 << UInt64(row % 64)) != 0
  }

  mutating func insert(_ row: Int64) {
    let word = Int(row / 64)
    if word >= words.count { grow(upTo: max(row, 2 * Int64(words.count) * 64)) }
    words[word] |= 1 << UInt64(row % 64)
  }

  /// How many row ids of a range are neither in this set nor in another.
  ///
  /// - Complexity: O(rows / 64).
  func count(ofRowsMissingIn other: RowSet, _ span: ClosedRange<Int64>) -> Int {
    let last = min(span.upperBound, Int64(max(words.count, other.words.count)) * 64 - 1)
    guard span.lowerBound <= last else { return span.count }
    var count = Int(span.upperBound - last)
    for index in Int(span.lowerBound / 64)...Int(last / 64) {
      var missing = ~(word(index) | other.word(index))
      if index == Int(span.lowerBound / 64) { missing &= .max << UInt64(span.lowerBound % 64) }
      if index == Int(last / 64) { missing &= .max >> UInt64(63 - last % 64) }
      count += missing.nonzeroBitCount
    }
    return count
  }

  private func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }
}
