import HealthModel

/// A set of integers stored as closed ranges, ascending and without overlaps, so that a year of minutes takes no more
/// space than one.
package struct SpanSet: Equatable {
  package private(set) var spans: [ClosedRange<Int>] = []

  package init() {}

  package var isEmpty: Bool { spans.isEmpty }

  /// - Complexity: O(1) for numbers at or after the end of the last range, otherwise O(log n) for the search and O(n)
  ///   for the insertion.
  package mutating func insert(_ span: ClosedRange<Int>) {
    guard let last = spans.last, span.lowerBound <= last.upperBound else {
      if let last = spans.last, last.upperBound + 1 == span.lowerBound {
        spans[spans.count - 1] = last.lowerBound...span.upperBound
      } else {
        spans.append(span)
      }
      return
    }
    // The first range that overlaps or touches the new one.
    let first = spans.partitioningIndex { $0.upperBound >= span.lowerBound - 1 }
    if first < spans.count, spans[first].lowerBound <= span.lowerBound, span.upperBound <= spans[first].upperBound {
      return
    }
    var low = span.lowerBound
    var high = span.upperBound
    var end = first
    while end < spans.count, spans[end].lowerBound <= span.upperBound + 1 {
      low = min(low, spans[end].lowerBound)
      high = max(high, spans[end].upperBound)
      end += 1
    }
    spans.replaceSubrange(first..<end, with: CollectionOfOne(low...high))
  }

  package mutating func removeAll() {
    spans.removeAll(keepingCapacity: true)
  }

  package func contains(_ number: Int) -> Bool {
    let index = spans.partitioningIndex { $0.upperBound >= number }
    return index < spans.count && spans[index].contains(number)
  }

  /// The parts of a range that are not in the set, ascending.
  func gaps(in range: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var gaps: [ClosedRange<Int>] = []
    var next = range.lowerBound
    var index = spans.partitioningIndex { $0.upperBound >= range.lowerBound }
    while index < spans.count, spans[index].lowerBound <= range.upperBound {
      if spans[index].lowerBound > next { gaps.append(next...(spans[index].lowerBound - 1)) }
      guard spans[index].upperBound < range.upperBound else { return gaps }
      next = spans[index].upperBound + 1
      index += 1
    }
    gaps.append(next...range.upperBound)
    return gaps
  }
}
