package import HealthModel

/// The statistics of samples in ranges of time, merged and separately for each source.
package struct RangeStatistics: Sendable {
  private let aggregation: QuantityAggregation
  private let leastHeld: Int
  private let sparse: SparseSink
  private var merged: StatisticsEngine<RangeSink<BucketTotal>>
  private var bySource: [Source: StatisticsEngine<SparseSink>] = [:]

  /// - Parameters:
  ///   - ranges: ascending and without overlaps.
  ///   - lanes: the ranks of the type's sources.
  ///   - leastHeld: how many samples are kept before they are merged as far as possible.
  package init(
    _ ranges: [Range<Double>], aggregation: QuantityAggregation, lanes: SourceLanes, leastHeld: Int = 4_096
  ) {
    self.aggregation = aggregation
    self.leastHeld = leastHeld
    sparse = SparseSink(TimeRanges(ranges))
    merged = StatisticsEngine(RangeSink(ranges), aggregation: aggregation, lanes: lanes, leastHeld: leastHeld)
  }

  /// From the start of the first range to the end of the last.
  package var bounds: Range<Double> { merged.sink.bounds }

  /// Adds a sample that starts at or after those before it, also to the statistics of its source if there is one.
  package mutating func add(_ sample: SampleSpan, of source: Source? = nil) throws {
    try merged.add(sample)
    guard let source else { return }
    // Separately, no source covers another.
    try bySource[
      source, default: StatisticsEngine(sparse, aggregation: aggregation, lanes: nil, leastHeld: leastHeld)
    ].add(sample)
  }

  /// The statistics of all samples, after which none may be added.
  package mutating func result() throws -> StatisticsResult {
    try merged.finish()
    var result = StatisticsResult(merged: merged.sink.buckets.map { $0.statistics(aggregation) })
    for source in bySource.keys {
      try bySource[source]?.finish()
      result.bySource[source] = bySource[source]?.sink.buckets.compactMapValues { $0.statistics(aggregation) }
    }
    return result
  }

  /// The totals of samples in ranges.
  ///
  /// - Parameter forEach: calls its last argument with the samples that affect a span, sorted by start.
  package static func totals(
    _ ranges: [Range<Double>], aggregation: QuantityAggregation, lanes: SourceLanes,
    _ forEach: (Range<Double>, (SampleSpan) throws -> Void) throws -> Void
  ) throws -> [QuarterTotal] {
    var engine = StatisticsEngine(RangeSink<QuarterTotal>(ranges), aggregation: aggregation, lanes: lanes)
    try forEach(engine.sink.bounds) { try engine.add($0) }
    try engine.finish()
    return engine.sink.buckets
  }
}
