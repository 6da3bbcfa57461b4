import FoundationEssentials

/// Spans of time, one of which a sample has to be in: what thousands of alternatives that differ only in their dates have in
/// common. A sample is compared with few of them.
package struct DateSpans: Hashable, Sendable {
  /// Which dates of a sample are compared.
  package struct Dates: Hashable, Sendable, CaseIterable {
    /// Whether its start, otherwise its end, may not be before a span.
    package var startsInside: Bool
    /// Whether its end, otherwise its start, must be before the end of the span.
    package var endsInside: Bool

    package static let allCases = [false, true].flatMap { first in
      [false, true].map { Dates(startsInside: first, endsInside: $0) }
    }
  }

  package let dates: Dates
  /// Where spans begin, ascending.
  package let lows: [Double]
  /// The latest end of the spans that begin up to each of them: that of a span in which a date at this point is, if any is.
  package let highs: [Double]

  /// - Parameter spans: not empty; each from its first moment to the first after it.
  fileprivate init(_ dates: Dates, _ spans: [(low: Double, high: Double)]) {
    self.dates = dates
    var (lows, highs): ([Double], [Double]) = ([], [])
    // One that begins no earlier and ends no later than another adds nothing.
    for span in spans.sorted(by: { ($0.low, -$0.high) < ($1.low, -$1.high) }) where span.high > highs.last ?? -.infinity
    {
      lows.append(span.low)
      highs.append(span.high)
    }
    (self.lows, self.highs) = (lows, highs)
  }

  /// - Complexity: O(log n).
  func contains(start: Double, end: Double) -> Bool {
    let first = dates.startsInside ? start : end
    let place = lows.partitioningIndex { $0 > first }
    return place > 0 && (dates.endsInside ? end : start) < highs[place - 1]
  }
}

extension DateSpans {
  /// Fewer alternatives are compared one by one.
  private static let fewest = 16

  /// Replaces alternatives that differ only in their dates.
  static func gathering(_ alternatives: [SampleFilter]) -> [SampleFilter] {
    guard alternatives.count >= fewest else { return alternatives }
    var spans: [Dates: [(low: Double, high: Double)]] = [:]
    var others: [SampleFilter] = []
    for filter in alternatives {
      if let (dates, low, high) = span(filter) {
        spans[dates, default: []].append((low, high))
      } else {
        others.append(filter)
      }
    }
    guard spans.values.contains(where: { $0.count >= fewest }) else { return alternatives }
    return others
      + Dates.allCases.compactMap { dates in spans[dates].map { .within(DateSpans(dates, $0)) } }
  }

  private static func span(_ filter: SampleFilter) -> (Dates, low: Double, high: Double)? {
    guard case .and(let sides) = filter, sides.count == 2 else { return nil }
    var low: (isStart: Bool, time: Double)?
    var high: (isStart: Bool, time: Double)?
    for side in sides {
      switch side {
      case .start(let comparison, let date), .end(let comparison, let date):
        let isStart = if case .start = side { true } else { false }
        let time = date.timeIntervalSinceReferenceDate
        switch comparison {
        case .greaterThanOrEqual: low = (isStart, time)
        case .greaterThan: low = (isStart, time.nextUp)
        case .lessThan: high = (isStart, time)
        case .lessThanOrEqual: high = (isStart, time.nextUp)
        case .equal, .notEqual: return nil
        }
      default: return nil
      }
    }
    guard let low, let high, low.time.isFinite, high.time.isFinite else { return nil }
    return (Dates(startsInside: low.isStart, endsInside: !high.isStart), low.time, high.time)
  }
}
