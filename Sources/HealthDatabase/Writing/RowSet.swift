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
