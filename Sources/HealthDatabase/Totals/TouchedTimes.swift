import HealthModel

/// The times of one type's samples that a write added or removed: which derived data must be invalidated.
///
/// Times are stored as ranges of quarter hours, including the gap that a neighbour may bridge, so a month of samples
/// every minute is one range.
struct TouchedTimes: Equatable {
  /// From samples of at most a day, in quarter hours since the reference date.
  private(set) var short = SpanSet()
  /// From longer ones.
  private(set) var long = SpanSet()

  /// - Parameters:
  ///   - start: seconds since the reference date.
  ///   - end: at or after the start.
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

  /// The UTC days whose stored totals are no longer valid.
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

  /// nil for times that are not dates, which no stored sample has.
  private static func quarter(of time: Double) -> Int? {
    Int(exactly: (time / ChunkTotals.quarter).rounded(.down))
  }

  /// The start and the end of a range of quarter hours, in seconds since the reference date.
  static func times(_ span: ClosedRange<Int>) -> ClosedRange<Double> {
    Double(span.lowerBound) * ChunkTotals.quarter...Double(span.upperBound + 1) * ChunkTotals.quarter
  }
}
