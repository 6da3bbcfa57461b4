/// The visible rows of a list. Scrolling is limited only here.
package struct Viewport: Hashable, Sendable {
  /// The first visible row; may be beyond the end until the height is known.
  package private(set) var first = 0

  package init(first: Int = 0) {
    self.first = max(0, first)
  }

  /// The visible rows for a height: never beyond the end while there are rows before.
  package func rows(of count: Int, height: Int) -> Range<Int> {
    let start = min(first, max(0, count - max(0, height)))
    return start..<min(count, start + max(0, height))
  }

  package mutating func scroll(by rows: Int, of count: Int, height: Int) {
    let (target, overflow) = self.rows(of: count, height: height).lowerBound.addingReportingOverflow(rows)
    first = overflow ? (rows > 0 ? count : 0) : min(max(0, target), max(0, count - max(0, height)))
  }

  /// Scrolls as little as necessary to make a row visible.
  package mutating func show(_ row: Int, of count: Int, height: Int) {
    let seen = rows(of: count, height: height)
    if row < seen.lowerBound { first = max(0, row) }
    if row >= seen.upperBound { first = max(0, row - max(0, height - 1)) }
  }
}
