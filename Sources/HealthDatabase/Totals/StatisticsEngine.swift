import HealthModel

/// Fills buckets of time from samples that come by their starts. Stored totals, summaries, hours, collections and
/// one-shot statistics are all made here.
///
/// A discrete sample belongs to the bucket that holds its start. A cumulative one counts in proportion in every bucket
/// that it reaches into, as far as no better source covers the time. The work follows the samples: time without any is
/// never looked at, and of many samples only those are held whose time is not over.
struct StatisticsEngine<Sink: StatisticsSink> {
  private(set) var sink: Sink
  private let aggregation: QuantityAggregation
  private var lanes: SourceLanes
  private var pieces: [SourceMerger.Piece] = []
  /// Up to where what counts has been added.
  private var mergedUntil: Double
  private var mostHeld: Int
  private let leastHeld: Int

  /// - Parameters:
  ///   - lanes: the ranks of the type's sources; nil adds all samples up as they are.
  ///   - leastHeld: how many samples are held before what can be is merged.
  init(_ sink: Sink, aggregation: QuantityAggregation, lanes: SourceLanes?, leastHeld: Int = 4_096) {
    self.leastHeld = leastHeld
    mostHeld = leastHeld
    self.sink = sink
    self.aggregation = aggregation
    self.lanes = lanes ?? SourceLanes()
    mergedUntil = sink.bounds.lowerBound
  }

  /// Adds a sample. One that lies outside of the buckets may still cover time in them.
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

  /// Completes all buckets. Nothing may be added after it.
  mutating func finish() throws {
    if aggregation == .cumulative { addMerged(upTo: sink.bounds.upperBound) }
    try sink.complete(upTo: .infinity)
  }

  /// Adds what counts of the time that no sample from a start on can change.
  private mutating func merge(before start: Double) throws {
    // A neighbour within the gap that is bridged decides what is covered.
    let latest = start - SourceMerger.bridgedGap
    // Cut at an edge where there is one, a bucket gets the same sum wherever the cuts happen to fall.
    let edge = sink.edge(before: latest) ?? latest
    let end = min(edge > mergedUntil ? edge : latest, sink.bounds.upperBound)
    if end > mergedUntil {
      addMerged(upTo: end)
      lanes.forget(endingBefore: end - SourceMerger.bridgedGap)
      try sink.complete(upTo: end)
    }
    // Where much is held for long, it is gone through seldom.
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
