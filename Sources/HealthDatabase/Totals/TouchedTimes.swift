import HealthModel

/// When a write added samples of one type or took some out: what derived data it has to mark.
///
/// Times are kept as spans of quarter hours, with the gap beside a sample that a neighbour may bridge, so a batch of a
/// minute's samples over a month takes one span.
struct TouchedTimes: Equatable {
  /// By samples of at most a day, in quarter hours since the reference date.
  private(set) var short = SpanSet()
  /// By longer ones.
  private(set) var long = SpanSet()

  var isEmpty: Bool { short.isEmpty && long.isEmpty }

  /// - Parameters:
  ///   - start: seconds since the reference date.
  ///   - end: not before the start.
  mutating func add(start: Double, end: Double) {
    guard let low = Self.quarter(of: start - SourceMerger.bridgedGap),
      let high = Self.quarter(of: end + SourceMerger.bridgedGap), low <= high
    else { return }
    if end - start > 86_400 { long.insert(low...high) } else { short.insert(low...high) }
  }

  mutating func removeAll() {
    short.removeAll()
    long.removeAll()
  }

  /// The UTC days whose stored totals no longer hold.
  var chunks: SpanSet {
    var chunks = SpanSet()
    for set in [short, long] {
      for span in set.spans { chunks.insert(Self.chunk(span.lowerBound)...Self.chunk(span.upperBound)) }
    }
    return chunks
  }

  private static func chunk(_ quarter: Int) -> Int {
    Int((Double(quarter) / Double(ChunkTotals.quarterCount)).rounded(.down))
  }

  /// nil for times that no date means, which no sample that is stored has.
  private static func quarter(of time: Double) -> Int? {
    Int(exactly: (time / ChunkTotals.quarter).rounded(.down))
  }

  /// From which instant to which a span of quarter hours runs, in seconds since the reference date.
  static func times(_ span: ClosedRange<Int>) -> ClosedRange<Double> {
    Double(span.lowerBound) * ChunkTotals.quarter...Double(span.upperBound + 1) * ChunkTotals.quarter
  }
}
