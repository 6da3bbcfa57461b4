import Foundation
import GRDB
import HealthModel

/// Works out statistics of one quantity type over buckets of time.
///
/// The filter chooses whole samples; buckets are then filled from the chosen ones. A cumulative sample that crosses an
/// edge counts in proportion on both sides, a discrete one belongs to the bucket that holds its start. Where the filter
/// knows only dates and only sums are wanted, stored quarter hours answer for all time that lies inside the dates.
struct StatisticsReader {
  private let db: Database
  private let request: StatisticsRequest
  private let type: SampleTypeRow?
  private let aggregation: QuantityAggregation

  init(_ db: Database, request: StatisticsRequest) throws {
    self.db = db
    self.request = request
    aggregation = QuantityTypeCatalog.entry(for: request.samples.type)?.aggregation ?? .discreteArithmetic
    type = try Self.type(db, request.samples.type)
  }

  /// The row whose values are in the unit that callers expect: the catalog's, else the only one there is.
  private static func type(_ db: Database, _ identifier: String) throws -> SampleTypeRow? {
    let types = try SampleQuerySQL.types(db, identifier)
    let unit = QuantityTypeCatalog.entry(for: identifier)?.unit.unitString
    return types.first { $0.unit == unit } ?? types.first
  }

  func result() throws -> StatisticsResult {
    guard let type else {
      return StatisticsResult(merged: Array(repeating: nil, count: request.buckets?.count ?? 1))
    }
    let stored = storedTime(type)
    guard let buckets = request.buckets else {
      if let stored, let single = try single(type, stored: stored) { return single }
      return try fromSamples(type, [-Double.infinity..<Double.infinity])
    }
    let spans = buckets.map {
      $0.lowerBound.timeIntervalSinceReferenceDate..<$0.upperBound.timeIntervalSinceReferenceDate
    }
    guard let stored else { return try fromSamples(type, spans) }
    return StatisticsResult(merged: try totals(type, spans, stored: stored).map { $0.statistics(aggregation) })
  }

  // MARK: - From stored quarter hours

  /// The time in which stored totals are the answer, because every sample that bears on it is chosen; nil where only
  /// samples can tell what is asked.
  private func storedTime(_ type: SampleTypeRow) -> Range<Double>? {
    guard !request.needsSamples, !request.separatesSources, aggregation != .discreteEquivalentContinuousLevel,
      let dates = ChosenDates(request.samples.filter)
    else { return nil }
    // A gap that is bridged may reach over the edge of what the dates choose, and a sample may come from far.
    let margin = type.hasLong ? Double.infinity : type.longest + SourceMerger.bridgedGap
    let time = dates.chosen(margin: margin)
    let quarter = ChunkTotals.quarter
    let low = (time.lowerBound / quarter).rounded(.up) * quarter
    let high = (time.upperBound / quarter).rounded(.down) * quarter
    return low < high ? low..<high : nil
  }

  /// The totals of buckets: what lies in a time from stored totals, the rest from the samples that the filter chooses.
  private func totals(
    _ type: SampleTypeRow, _ spans: [Range<Double>], stored: Range<Double>
  ) throws -> [QuarterTotal] {
    let quarter = ChunkTotals.quarter
    var inner: [Range<Double>] = []
    var outer = SpanParts()
    for (place, span) in spans.enumerated() {
      let low = max(stored.lowerBound, (span.lowerBound / quarter).rounded(.up) * quarter)
      let high = min(stored.upperBound, (span.upperBound / quarter).rounded(.down) * quarter)
      // Between two edges less than a chunk apart, looking the samples up once is the shorter way.
      guard low < high, span == low..<high || high - low >= ChunkTotals.length else {
        inner.append(low..<low)
        outer.append(span, place: place)
        continue
      }
      inner.append(low..<high)
      outer.append(span.lowerBound..<low, place: place)
      outer.append(high..<span.upperBound, place: place)
    }
    var result = try TotalsReader(db, type: type).totals(db, inner)
    for group in outer.groups {
      let totals: [QuarterTotal] = try filled(type, group.ranges)
      for (place, total) in zip(group.places, totals) where total.isTouched { result[place].add(total) }
    }
    return result
  }

  /// All that is chosen as one bucket, nil where stored totals are no help.
  private func single(_ type: SampleTypeRow, stored: Range<Double>) throws -> StatisticsResult? {
    guard let extent = try chosenExtent(type) else { return StatisticsResult(merged: [nil]) }
    let quarter = ChunkTotals.quarter
    // Past the last end nothing counts, and no total is looked for.
    let low = max(stored.lowerBound, (extent.lowerBound / quarter).rounded(.down) * quarter)
    let high = min(stored.upperBound, (extent.upperBound / quarter).rounded(.down) * quarter + quarter)
    guard high - low >= ChunkTotals.length else { return nil }
    // What is chosen counts whole, also where it reaches out of the dates.
    let total = try totals(type, [-Double.infinity..<low, low..<high, high..<Double.infinity], stored: low..<high)
      .reduce(into: QuarterTotal()) { $0.add($1) }
    guard var statistics = total.statistics(aggregation) else { return nil }
    statistics.start = Date(timeIntervalSinceReferenceDate: extent.lowerBound)
    statistics.end = Date(timeIntervalSinceReferenceDate: extent.upperBound)
    return StatisticsResult(merged: [statistics])
  }

  /// The first start and the last end of what is chosen.
  private func chosenExtent(_ type: SampleTypeRow) throws -> ClosedRange<Double>? {
    let filter = request.samples.filter
    guard let extent = try SampleQuerySQL(db, type: type, filter: filter).extent(db) else { return nil }
    // Only what ends at or after the last start can end last.
    let last = max(extent.lowerBound, extent.upperBound - type.longest)
    let query = try SampleQuerySQL(
      db, type: type,
      filter: .and([filter, .end(.greaterThanOrEqual, Date(timeIntervalSinceReferenceDate: last))])
    ).select("s.end")
    let end = try Double.fetchOne(db, sql: "SELECT max(end) FROM (\(query.sql))", arguments: query.arguments)
    return extent.lowerBound...max(extent.lowerBound, end ?? last)
  }

  // MARK: - From samples

  /// What the chosen samples come to in ranges that lie apart.
  private func filled<Bucket: StatisticsBucket>(_ type: SampleTypeRow, _ ranges: [Range<Double>]) throws -> [Bucket] {
    var engine = StatisticsEngine(
      RangeSink<Bucket>(ranges), aggregation: aggregation, lanes: try SourceLanes(db, type: type.id))
    try forEachChosen(type, in: engine.sink.bounds) { try engine.add($0) }
    try engine.finish()
    return engine.sink.buckets
  }

  private func fromSamples(_ type: SampleTypeRow, _ ranges: [Range<Double>]) throws -> StatisticsResult {
    var engine = StatisticsEngine(
      RangeSink<BucketTotal>(ranges), aggregation: aggregation, lanes: try SourceLanes(db, type: type.id))
    let sources = try request.separatesSources ? ProvenanceReader.all(db).mapValues(\.source) : [:]
    var bySource: [Source: StatisticsEngine<SparseSink>] = [:]
    let sparse = SparseSink(TimeRanges(ranges))
    try forEachChosen(type, in: engine.sink.bounds) { sample in
      try engine.add(sample)
      guard let source = sources[sample.provenance] else { return }
      // By itself no source covers another.
      try bySource[
        source, default: StatisticsEngine(sparse, aggregation: aggregation, lanes: nil)
      ].add(sample)
    }
    try engine.finish()
    var result = StatisticsResult(merged: engine.sink.buckets.map { $0.statistics(aggregation) })
    for source in bySource.keys {
      try bySource[source]?.finish()
      result.bySource[source] = bySource[source]?.sink.buckets.compactMapValues { $0.statistics(aggregation) }
    }
    return result
  }

  /// Calls `body` with the chosen samples that bear on a span, by their starts.
  private func forEachChosen(
    _ type: SampleTypeRow, in span: Range<Double>, _ body: (SampleSpan) throws -> Void
  ) throws {
    let context = SourceMerger.bridgedGap
    var conditions = [request.samples.filter]
    if span.lowerBound > -.infinity {
      conditions.append(
        .end(.greaterThanOrEqual, Date(timeIntervalSinceReferenceDate: span.lowerBound - context)))
    }
    if span.upperBound < .infinity {
      conditions.append(
        .start(.lessThanOrEqual, Date(timeIntervalSinceReferenceDate: span.upperBound + context)))
    }
    let query = try SampleQuerySQL(db, type: type, filter: .and(conditions)).select(SampleSpan.columns)
    let rows = try RawStatement(db, query.sql + " ORDER BY 1", query.arguments)
    while try rows.step() {
      let sample = try SampleSpan(rows)
      if !sample.value.isNaN { try body(sample) }
    }
  }
}

/// The dates that a filter asks for, where it asks for nothing else.
private struct ChosenDates {
  private var earliestStart = -Double.infinity
  private var earliestEnd = -Double.infinity
  private var latestStart = Double.infinity
  private var latestEnd = Double.infinity

  init?(_ filter: SampleFilter) {
    switch filter.simplified {
    case .always: return
    case .and(let filters):
      for filter in filters { guard add(filter) else { return nil } }
    case let single:
      guard add(single) else { return nil }
    }
  }

  private mutating func add(_ filter: SampleFilter) -> Bool {
    switch filter {
    case .start(.greaterThanOrEqual, let date): earliestStart = max(earliestStart, date.timeIntervalSinceReferenceDate)
    case .end(.greaterThanOrEqual, let date): earliestEnd = max(earliestEnd, date.timeIntervalSinceReferenceDate)
    case .start(.lessThan, let date): latestStart = min(latestStart, date.timeIntervalSinceReferenceDate)
    case .end(.lessThan, let date): latestEnd = min(latestEnd, date.timeIntervalSinceReferenceDate)
    default: return false
    }
    return true
  }

  /// The time on which only chosen samples bear.
  ///
  /// - Parameter margin: how far before a time a sample may start, and after it end, and still bear on it.
  func chosen(margin: Double) -> Range<Double> {
    func later(_ bound: Double) -> Double { bound == -.infinity ? bound : bound + margin }
    func earlier(_ bound: Double) -> Double { bound == .infinity ? bound : bound - margin }
    let low = max(later(earliestStart), later(earliestEnd))
    let high = min(earlier(latestStart), earlier(latestEnd))
    return low < high ? low..<high : 0..<0
  }
}
