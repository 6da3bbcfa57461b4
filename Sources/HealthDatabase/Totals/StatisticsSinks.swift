import GRDB
import HealthModel

/// The buckets that statistics are computed for: ascending, without overlaps.
protocol StatisticsSink {
  associatedtype Bucket: StatisticsBucket

  /// From the start of the first bucket to the end of the last.
  var bounds: Range<Double> { get }

  /// Whether there are so many buckets in memory that complete ones should be passed on.
  var isFull: Bool { get }

  /// Calls `body` with each bucket that a span overlaps, in order; for a span of zero length, with the bucket that
  /// contains it.
  mutating func forEachBucket(
    from low: Double, to high: Double, _ body: (Range<Double>, inout Bucket) -> Void)

  /// The latest edge of a bucket at or before a time, if there is one nearby.
  func edge(before time: Double) -> Double?

  /// Announces that nothing before a time will be added.
  mutating func complete(upTo time: Double) throws
}

/// Ranges of time, ascending and without overlaps, with fast lookup.
package struct TimeRanges {
  /// Without empty ones.
  private let ranges: [Range<Double>]
  /// The index of each among all ranges.
  private let places: [Int]
  /// The result of the last search: samples are sorted by start.
  private var hint = 0

  /// - Parameter ranges: ascending and without overlaps; empty ones contain nothing.
  package init(_ ranges: [Range<Double>]) {
    places = ranges.indices.filter { !ranges[$0].isEmpty }
    self.ranges = places.map { ranges[$0] }
  }

  package var bounds: Range<Double> {
    guard let first = ranges.first, let last = ranges.last else { return 0..<0 }
    return first.lowerBound..<last.upperBound
  }

  /// The first range that ends after a time.
  private func index(after time: Double) -> Int {
    ranges.partitioningIndex { $0.upperBound > time }
  }

  /// Calls `body` with the index of each range that a span overlaps, or that contains an instant.
  package mutating func forEach(from low: Double, to high: Double, _ body: (Int, Range<Double>) -> Void) {
    let isAfterOthers = hint == 0 || ranges[hint - 1].upperBound <= low
    if !isAfterOthers || hint == ranges.count || ranges[hint].upperBound <= low { hint = index(after: low) }
    var index = hint
    while index < ranges.count, ranges[index].lowerBound < high || ranges[index].lowerBound == low {
      body(places[index], ranges[index])
      index += 1
      guard high > low else { return }
    }
  }

  /// The latest edge of a range at or before a time.
  package func edge(before time: Double) -> Double? {
    let index = index(after: time)
    if index < ranges.count, ranges[index].lowerBound <= time { return ranges[index].lowerBound }
    return index > 0 ? ranges[index - 1].upperBound : nil
  }
}

/// Buckets defined by the caller.
struct RangeSink<Bucket: StatisticsBucket>: StatisticsSink {
  private var ranges: TimeRanges
  /// One per range.
  private(set) var buckets: [Bucket]

  init(_ ranges: [Range<Double>]) {
    self.ranges = TimeRanges(ranges)
    buckets = Array(repeating: Bucket(), count: ranges.count)
  }

  var bounds: Range<Double> { ranges.bounds }
  var isFull: Bool { false }

  mutating func forEachBucket(from low: Double, to high: Double, _ body: (Range<Double>, inout Bucket) -> Void) {
    ranges.forEach(from: low, to: high) { place, range in body(range, &buckets[place]) }
  }

  func edge(before time: Double) -> Double? { ranges.edge(before: time) }

  mutating func complete(upTo time: Double) {}
}

extension RangeSink: Sendable where Bucket: Sendable {}

/// Like `RangeSink`, if most buckets remain empty: for one source among thousands.
struct SparseSink: StatisticsSink {
  private var ranges: TimeRanges
  /// The non-empty buckets, by the index of their range.
  private(set) var buckets: [Int: BucketTotal] = [:]

  init(_ ranges: TimeRanges) {
    self.ranges = ranges
  }

  var bounds: Range<Double> { ranges.bounds }
  var isFull: Bool { false }

  mutating func forEachBucket(
    from low: Double, to high: Double, _ body: (Range<Double>, inout BucketTotal) -> Void
  ) {
    ranges.forEach(from: low, to: high) { place, range in body(range, &buckets[place, default: BucketTotal()]) }
  }

  func edge(before time: Double) -> Double? { ranges.edge(before: time) }

  mutating func complete(upTo time: Double) {}
}

/// The quarter hours of UTC days, passed on day by day. Days without samples are never created.
struct QuarterSink: StatisticsSink {
  typealias Bucket = QuarterTotal

  let bounds: Range<Double>
  /// The days in memory, ascending.
  private var open: [(chunk: Int, totals: ChunkTotals)] = []
  private let store: (Int, ChunkTotals) throws -> Void

  /// - Parameters:
  ///   - chunks: the days to compute.
  ///   - store: called with each day that has samples, ascending.
  init(_ chunks: ClosedRange<Int>, store: @escaping (Int, ChunkTotals) throws -> Void) {
    bounds = Double(chunks.lowerBound) * ChunkTotals.length..<Double(chunks.upperBound + 1) * ChunkTotals.length
    self.store = store
  }

  var isFull: Bool { open.count > 64 }

  mutating func forEachBucket(
    from low: Double, to high: Double, _ body: (Range<Double>, inout QuarterTotal) -> Void
  ) {
    let quarter = ChunkTotals.quarter
    let first = max(low, bounds.lowerBound)
    // Half-open, except for an instant.
    let last = min(high, bounds.upperBound)
    guard first < last || (low == high && bounds.contains(low)) else { return }
    var chunk = ChunkTotals.chunk(of: first)
    var index = Int((first - Double(chunk) * ChunkTotals.length) / quarter)
    while true {
      let place = place(of: chunk)
      let base = Double(chunk) * ChunkTotals.length
      while index < ChunkTotals.quarterCount {
        let start = base + Double(index) * quarter
        if start >= last, low != high { return }
        body(start..<start + quarter, &open[place].totals.quarters[index])
        guard high > low else { return }
        index += 1
      }
      chunk += 1
      index = 0
      if Double(chunk) * ChunkTotals.length >= last { return }
    }
  }

  /// The index of a day among those in memory, added if it is new.
  private mutating func place(of chunk: Int) -> Int {
    var index = open.count
    while index > 0, open[index - 1].chunk > chunk { index -= 1 }
    if index > 0, open[index - 1].chunk == chunk { return index - 1 }
    open.insert((chunk, ChunkTotals()), at: index)
    return index
  }

  func edge(before time: Double) -> Double? {
    (time / ChunkTotals.quarter).rounded(.down) * ChunkTotals.quarter
  }

  mutating func complete(upTo time: Double) throws {
    guard let first = open.first, Double(first.chunk + 1) * ChunkTotals.length <= time else { return }
    var count = 0
    while count < open.count, Double(open[count].chunk + 1) * ChunkTotals.length <= time {
      if open[count].totals.quarters.contains(where: \.isTouched) { try store(open[count].chunk, open[count].totals) }
      count += 1
    }
    open.removeFirst(count)
  }
}
