/// Sums samples of one cumulative type so that no span of time is counted twice.
///
/// Phone and watch both count steps. At every moment the highest-ranked source that covers it counts, and the next
/// one fills the gaps; a sample that is cut counts in proportion to its time. A source covers the time from a
/// sample's start to its end, and any gap of at most `bridgedGap` to its next sample: a watch that pauses for seconds
/// still covers. Overlapping samples of one source are added up. An instantaneous sample counts unless a
/// higher-ranked source covers its instant.
///
/// Queries, totals and summaries all use this function. Times are seconds on any one scale.
package enum SourceMerger {
  /// The longest gap between two samples of a source that counts as covered, in seconds.
  package static let bridgedGap = 120.0

  /// An amount spread evenly over a span of time; of zero length for an instantaneous sample.
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
  /// - Complexity: O(n log n) in the samples and the pieces, however many sources they come from.
  package static func merge(lanes: [[Piece]], into result: inout [Piece]) {
    guard let first = lanes.first else { return }
    result.append(contentsOf: first)
    guard lanes.count > 1 else { return }
    let coverage = Coverage(lanes)
    for (rank, lane) in lanes.enumerated().dropFirst() {
      for sample in lane { coverage.appendUncovered(sample, rank: rank, to: &result) }
    }
  }

  private struct Span {
    var start: Double
    var end: Double
  }

  /// Determines which rank counts at which time.
  private struct Coverage {
    /// Time that any source covers, ascending, with the highest rank that covers it.
    private var spans: [Span] = []
    private var ranks: [Int] = []
    /// For each rank, the indices of its spans.
    private var spansOfRank: [[Int]]

    init(_ lanes: [[Piece]]) {
      spansOfRank = Array(repeating: [], count: lanes.count)
      var edges: [(time: Double, rank: Int, isStart: Bool)] = []
      for (rank, lane) in lanes.enumerated() {
        for span in Self.covered(by: lane) where span.start < span.end {
          edges.append((span.start, rank, true))
          edges.append((span.end, rank, false))
        }
      }
      edges.sort { $0.time < $1.time }
      var isCovering = [Bool](repeating: false, count: lanes.count)
      var candidates = RankHeap()
      var index = 0
      while index < edges.count {
        let time = edges[index].time
        // The spans of one rank do not overlap, so there is one open edge per rank at a time.
        while index < edges.count, edges[index].time == time {
          isCovering[edges[index].rank] = edges[index].isStart
          if edges[index].isStart { candidates.insert(edges[index].rank) }
          index += 1
        }
        while let best = candidates.first, !isCovering[best] { candidates.removeFirst() }
        guard let best = candidates.first, index < edges.count else { continue }
        if let last = spans.last, last.end == time, ranks.last == best {
          spans[spans.count - 1].end = edges[index].time
        } else {
          spansOfRank[best].append(spans.count)
          spans.append(Span(start: time, end: edges[index].time))
          ranks.append(best)
        }
      }
    }

    private static func covered(by lane: [Piece]) -> [Span] {
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

    func appendUncovered(_ sample: Piece, rank: Int, to result: inout [Piece]) {
      guard sample.end > sample.start else {
        let index = spans.partitioningIndex { $0.end > sample.start }
        let isCovered = index < spans.count && spans[index].start <= sample.start && ranks[index] < rank
        if !isCovered { result.append(sample) }
        return
      }
      // Its own source covers it, so the parts that no higher rank covers are the spans of its rank.
      let own = spansOfRank[rank]
      var index = own.partitioningIndex { spans[$0].end > sample.start }
      let rate = sample.value / (sample.end - sample.start)
      while index < own.count, spans[own[index]].start < sample.end {
        let start = max(sample.start, spans[own[index]].start)
        let end = min(sample.end, spans[own[index]].end)
        if start == sample.start, end == sample.end {
          result.append(sample)
        } else {
          result.append(Piece(start: start, end: end, value: rate * (end - start)))
        }
        index += 1
      }
    }
  }

  /// A heap of ranks, the highest rank (the smallest number) first.
  private struct RankHeap {
    private var ranks: [Int] = []

    var first: Int? { ranks.first }

    mutating func insert(_ rank: Int) {
      ranks.append(rank)
      var index = ranks.count - 1
      while index > 0, ranks[(index - 1) / 2] > ranks[index] {
        ranks.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
    }

    mutating func removeFirst() {
      ranks.swapAt(0, ranks.count - 1)
      ranks.removeLast()
      var index = 0
      while true {
        var smallest = index
        for child in [2 * index + 1, 2 * index + 2] where child < ranks.count && ranks[child] < ranks[smallest] {
          smallest = child
        }
        if smallest == index { return }
        ranks.swapAt(index, smallest)
        index = smallest
      }
    }
  }
}
