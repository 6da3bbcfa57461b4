import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Computes statistics of one quantity type over buckets of time.
///
/// The filter selects whole samples, which are then assigned to buckets. A cumulative sample that crosses an edge
/// counts in proportion on both sides; a discrete one belongs to the bucket that contains its start. If the filter
/// contains only dates and only sums are requested, stored quarter hours are used for all time inside the dates.
struct StatisticsReader {
  private let db: Database
  private let request: StatisticsRequest
  private let type: SampleTypeRow?
  /// The rows of the same type in units that convert to its unit, with the conversions.
  private let others: [(type: SampleTypeRow, conversion: UnitConversion)]
  private let aggregation: QuantityAggregation

  init(_ db: Database, request: StatisticsRequest) throws {
    self.db = db
    self.request = request
    aggregation = QuantityTypeCatalog.entry(for: request.samples.type)?.aggregation ?? .discreteArithmetic
    (type, others) = try Self.types(db, request.samples.type)
  }

  /// The row whose values are in the unit that callers expect: the catalog's, or else the first one.
  private static func types(
    _ db: Database, _ identifier: String
  ) throws -> (SampleTypeRow?, [(type: SampleTypeRow, conversion: UnitConversion)]) {
    let types = try SampleQuerySQL.types(db, identifier)
    if let entry = QuantityTypeCatalog.entry(for: identifier) {
      return (types.first { $0.unit.hasSameBytes(as: entry.unit.unitString) } ?? types.first, [])
    }
    guard let first = types.first else { return (nil, []) }
    // Makes an unlisted type known, in whose unit the result is.
    _ = UnlistedTypes.unit(of: first.identifier, kind: first.kind, text: first.unit)
    return (
      first,
      types.dropFirst().compactMap { type in
        UnlistedTypes.conversion(from: type.unit, to: first.unit).map { (type, $0) }
      }
    )
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

  /// The time for which stored totals are valid, because every relevant sample is selected; nil if the request
  /// requires samples.
  private func storedTime(_ type: SampleTypeRow) -> Range<Double>? {
    guard others.isEmpty, !request.needsSamples, !request.separatesSources,
      aggregation != .discreteEquivalentContinuousLevel,
      let dates = ChosenDates(request.samples.filter)
    else { return nil }
    // A bridged gap may extend beyond the selected dates, and a sample may start long before.
    let margin = type.hasLong ? Double.infinity : type.longest + SourceMerger.bridgedGap
    let time = dates.chosen(margin: margin)
    let quarter = ChunkTotals.quarter
    let low = (time.lowerBound / quarter).rounded(.up) * quarter
    let high = (time.upperBound / quarter).rounded(.down) * quarter
    return low < high ? low..<high : nil
  }

  /// The totals of buckets: from stored totals where they are valid, otherwise from the samples that the filter
  /// selects.
  private func totals(
    _ type: SampleTypeRow, _ spans: [Range<Double>], stored: Range<Double>
  ) throws -> [QuarterTotal] {
    let quarter = ChunkTotals.quarter
    var inner: [Range<Double>] = []
    var outer = SpanParts()
    for (place, span) in spans.enumerated() {
      let low = max(stored.lowerBound, (span.lowerBound / quarter).rounded(.up) * quarter)
      let high = min(stored.upperBound, (span.upperBound / quarter).rounded(.down) * quarter)
      // If two edges are less than a chunk apart, a single lookup of the samples is faster.
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
      let totals = try RangeStatistics.totals(
        group.ranges, aggregation: aggregation, lanes: SourceLanes(db, type: type.id, aggregation: aggregation)
      ) { try forEachChosen(type, in: $0, $1) }
      for (place, total) in zip(group.places, totals) where total.isTouched { result[place].add(total) }
    }
    return result
  }

  /// All selected samples as one bucket, nil if stored totals cannot be used.
  private func single(_ type: SampleTypeRow, stored: Range<Double>) throws -> StatisticsResult? {
    guard let extent = try chosenExtent(type) else { return StatisticsResult(merged: [nil]) }
    let quarter = ChunkTotals.quarter
    // After the last end there are no samples, and no totals are read.
    let low = max(stored.lowerBound, (extent.lowerBound / quarter).rounded(.down) * quarter)
    let high = min(stored.upperBound, (extent.upperBound / quarter).rounded(.down) * quarter + quarter)
    guard high - low >= ChunkTotals.length else { return nil }
    // A selected sample counts completely, even where it extends beyond the dates.
    let total = try totals(type, [-Double.infinity..<low, low..<high, high..<Double.infinity], stored: low..<high)
      .reduce(into: QuarterTotal()) { $0.add($1) }
    guard var statistics = total.statistics(aggregation) else { return nil }
    statistics.start = Date(timeIntervalSinceReferenceDate: extent.lowerBound)
    statistics.end = Date(timeIntervalSinceReferenceDate: extent.upperBound)
    return StatisticsResult(merged: [statistics])
  }

  /// The first start and the last end of the selected samples.
  private func chosenExtent(_ type: SampleTypeRow) throws -> ClosedRange<Double>? {
    let filter = request.samples.filter
    guard let extent = try SampleQuerySQL(db, type: type, filter: filter).extent(db) else { return nil }
    // Only a sample that ends at or after the last start can end last.
    let last = max(extent.lowerBound, extent.upperBound - type.longest)
    let query = try SampleQuerySQL(
      db, type: type,
      filter: .and([filter, .end(.greaterThanOrEqual, Date(timeIntervalSinceReferenceDate: last))])
    ).select("s.end")
    let end = try StoredTime.first(
      db, "SELECT max(end) FROM (\(query.sql))", query.arguments, table: "sample")
    return extent.lowerBound...max(extent.lowerBound, end ?? last)
  }

  // MARK: - From samples

  private func fromSamples(_ type: SampleTypeRow, _ ranges: [Range<Double>]) throws -> StatisticsResult {
    var statistics = RangeStatistics(
      ranges, aggregation: aggregation, lanes: try SourceLanes(db, type: type.id, aggregation: aggregation))
    let sources = try request.separatesSources ? SharedTables.of(db).provenances().mapValues(\.source) : [:]
    try forEachChosen(type, in: statistics.bounds) { try statistics.add($0, of: sources[$0.provenance]) }
    return try statistics.result()
  }

  /// Calls `body` with the selected samples that affect a span, sorted by start.
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
    func forEach(_ type: SampleTypeRow, _ body: (SampleSpan) throws -> Void) throws {
      let query = try SampleQuerySQL(db, type: type, filter: .and(conditions)).select(SampleSpan.columns)
      let rows = try RawStatement(db, query.sql + " ORDER BY 1", query.arguments)
      while try rows.step() {
        let sample = try SampleSpan(rows)
        if !sample.value.isNaN { try body(sample) }
      }
    }
    guard !others.isEmpty else { return try forEach(type, body) }
    var samples: [SampleSpan] = []
    for (type, conversion) in [(type, .identity)] + others {
      try forEach(type) { sample in
        samples.append(sample)
        samples[samples.count - 1].value = conversion(sample.value)
      }
    }
    for sample in samples.sorted(by: { $0.start < $1.start }) { try body(sample) }
  }
}

/// The dates in a filter that has no other conditions.
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

  /// The time that only selected samples affect.
  ///
  /// - Parameter margin: how long before a span a sample may start, or after it end, and still affect it.
  func chosen(margin: Double) -> Range<Double> {
    func later(_ bound: Double) -> Double { bound == -.infinity ? bound : bound + margin }
    func earlier(_ bound: Double) -> Double { bound == .infinity ? bound : bound - margin }
    let low = max(later(earliestStart), later(earliestEnd))
    let high = min(earlier(latestStart), earlier(latestEnd))
    return low < high ? low..<high : 0..<0
  }
}
