/// Adds up samples of one cumulative type so that no span of time counts twice.
///
/// Phone and watch both count steps. Over every span the source of highest rank that covers it counts; the next fills
/// what is left uncovered; a sample that is cut counts in proportion to its time. A source covers the time from a
/// sample's start to its end and also a gap of at most `bridgedGap` to its next sample: a watch that pauses for seconds
/// still covers. Inside one source overlapping samples add up. An instantaneous sample counts unless a higher source
/// covers its instant.
///
/// Queries, totals and summaries all use this one function. Times are seconds on any one scale.
package enum SourceMerger {
  /// Seconds between two samples of a source that still count as covered.
  package static let bridgedGap = 120.0

  /// A stretch of time with an amount spread evenly over it; of no length for an instantaneous sample.
  package struct Piece: Hashable, Sendable {
    package var start: Double
    package var end: Double
    package var value: Double

    package init(start: Double, end: Double, value: Double) {
      self.start = start
      self.end = end
      self.value = value
    }
  }

  /// The pieces that count, in no particular order.
  ///
  /// - Parameter lanes: the samples of each source, highest rank first, each sorted by start.
  /// - Complexity: O(n log n) in the samples.
  package static func merge(lanes: [[Piece]], into result: inout [Piece]) {
    guard lanes.count > 1 else {
      if let only = lanes.first { result.append(contentsOf: only) }
      return
    }
    var covered: [Span] = []
    for (rank, lane) in lanes.enumerated() where !lane.isEmpty {
      if covered.isEmpty {
        result.append(contentsOf: lane)
      } else {
        appendUncovered(of: lane, by: covered, to: &result)
      }
      if rank < lanes.count - 1 {
        covered = union(covered, coverage(of: lane))
      }
    }
  }

  private struct Span {
    var start: Double
    var end: Double
  }

  private static func coverage(of lane: [Piece]) -> [Span] {
    var spans: [Span] = []
    for sample in lane {
      if let last = spans.last, sample.start - last.end <= bridgedGap {
        spans[spans.count - 1].end = max(last.end, sample.end)
      } else {
        spans.append(Span(start: sample.start, end: sample.end))
      }
    }
    return spans
  }

  /// Both sorted and without overlaps, as is the result.
  private static func union(_ first: [Span], _ second: [Span]) -> [Span] {
    guard !first.isEmpty else { return second }
    var result: [Span] = []
    result.reserveCapacity(first.count + second.count)
    var i = 0
    var j = 0
    while i < first.count || j < second.count {
      let takesFirst = j == second.count || (i < first.count && first[i].start <= second[j].start)
      let span = takesFirst ? first[i] : second[j]
      if takesFirst { i += 1 } else { j += 1 }
      if let last = result.last, span.start <= last.end {
        result[result.count - 1].end = max(last.end, span.end)
      } else {
        result.append(span)
      }
    }
    return result
  }

  private static func appendUncovered(of lane: [Piece], by covered: [Span], to result: inout [Piece]) {
    // Spans that end before a sample's start end before every later sample's start too.
    var first = 0
    for sample in lane {
      while first < covered.count, covered[first].end <= sample.start { first += 1 }
      guard sample.end > sample.start else {
        let isCovered = first < covered.count && covered[first].start <= sample.start
        if !isCovered { result.append(sample) }
        continue
      }
      let rate = sample.value / (sample.end - sample.start)
      var position = sample.start
      var index = first
      while index < covered.count, covered[index].start < sample.end {
        let span = covered[index]
        if span.start > position {
          result.append(Piece(start: position, end: span.start, value: rate * (span.start - position)))
        }
        position = max(position, span.end)
        index += 1
      }
      if position == sample.start {
        result.append(sample)
      } else if position < sample.end {
        result.append(Piece(start: position, end: sample.end, value: rate * (sample.end - position)))
      }
    }
  }
}
