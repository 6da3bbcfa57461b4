import HealthModel

/// Fills buckets of time from samples sorted by start. Stored totals, summaries, hours, collections and one-shot
/// statistics are all computed here.
///
/// A discrete sample belongs to the bucket that contains its start. A cumulative one counts in proportion in every
/// bucket that it overlaps, where no higher-ranked source covers the time. The work is proportional to the samples:
/// time without samples costs nothing, and only samples that can still overlap later ones are kept in memory.
struct StatisticsEngine<Sink: StatisticsSink> {
  private(set) var sink: Sink
  private let aggregation: QuantityAggregation
  private var lanes: SourceLanes
  private var pieces: [SourceMerger.Piece] = []
  /// The time up to which merged values have been added.
  private var mergedUntil: Double
  private var mostHeld: Int
  private let leastHeld: Int

  /// - Parameters:
  ///   - lanes: the ranks of the type's sources; nil adds up all samples without merging.
  ///   - leastHeld: how many samples are kept before they are merged as far as possible.
  init(_ sink: Sink, aggregation: QuantityAggregation, lanes: SourceLanes?, leastHeld: Int = 4_096) {
    self.leastHeld = leastHeld
    mostHeld = leastHeld
    self.sink = sink
    self.aggregation = aggregation
    self.lanes = lanes ?? SourceLanes()
    mergedUntil = sink.bounds.lowerBound
  }

  /// Adds a sample. One outside the buckets may still cover time inside them.
  mutating func add(_ sample: SampleSpan) throws {
    guard !sample.value.isNaN else { return }
    let aggregation = aggregation
    guard aggregation == .cumulative else {
      sink.forEachBucket(from: sample.start, to: sample.start) { range, bucket in
        let end = max(sample.start, min(sample.end, range.upperBound))
        bucket.note(sample, aggregation, part: sample.start...end, startsHere: true)
      }
      try sink.complete(upTo: sample.start)
      return
    }
    sink.forEachBucket(from: sample.start, to: sample.end) { range, bucket in
      let low = max(sample.start, range.lowerBound)
      bucket.note(
        sample, aggregation, part: low...max(low, min(sample.end, range.upperBound)),
        startsHere: range.contains(sample.start))
    }
    if lanes.count >= mostHeld || sink.isFull { try merge(before: sample.start) }
    lanes.add(sample)
  }

  /// Completes all buckets. No samples may be added afterwards.
  mutating func finish() throws {
    if aggregation == .cumulative { addMerged(upTo: sink.bounds.upperBound) }
    try sink.complete(upTo: .infinity)
  }

  /// Merges and adds the time that samples from a given start on cannot affect.
  private mutating func merge(before start: Double) throws {
    // A neighbour within the bridged gap affects coverage.
    let latest = start - SourceMerger.bridgedGap
    // Cutting at edges makes the sum of a bucket independent of the positions of the cuts.
    let edge = sink.edge(before: latest) ?? latest
    let end = min(edge > mergedUntil ? edge : latest, sink.bounds.upperBound)
    if end > mergedUntil {
      addMerged(upTo: end)
      lanes.forget(endingBefore: end - SourceMerger.bridgedGap)
      try sink.complete(upTo: end)
    }
    // If many samples stay in memory, they are checked less often.
    mostHeld = max(leastHeld, 2 * lanes.count)
  }

  private mutating func addMerged(upTo end: Double) {
    let window = mergedUntil..<end
    lanes.merge(into: &pieces)
    for piece in pieces {
      guard piece.end > piece.start else {
        if window.contains(piece.start) {
          sink.forEachBucket(from: piece.start, to: piece.start) { _, bucket in bucket.add(amount: piece.value) }
        }
        continue
      }
      let rate = piece.value / (piece.end - piece.start)
      let first = max(piece.start, window.lowerBound)
      let last = min(piece.end, window.upperBound)
      guard first < last else { continue }
      sink.forEachBucket(from: first, to: last) { range, bucket in
        let low = max(first, range.lowerBound)
        let high = min(last, range.upperBound)
        let isWhole = low == piece.start && high == piece.end
        bucket.add(amount: isWhole ? piece.value : rate * (high - low))
      }
    }
    mergedUntil = end
  }
}

extension StatisticsEngine: Sendable where Sink: Sendable {}
