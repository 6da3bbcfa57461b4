import Foundation
import GRDB
import HealthModel

/// Works out statistics of one quantity type over buckets of time.
///
/// The filter chooses whole samples; buckets are then filled from the chosen ones. A cumulative sample that crosses an
/// edge counts in proportion on both sides, a discrete one belongs to the bucket that holds its start. Where the filter
/// knows only dates and only sums are wanted, stored quarter hours answer for every bucket that lies inside the dates.
struct StatisticsReader {
  private let db: Database
  private let request: StatisticsRequest
  private let type: SampleTypeRow?
  private let query: SampleQuerySQL?
  private let aggregation: QuantityAggregation

  /// Buckets are worked out in groups of about this many seconds, which bounds memory.
  private static let groupLength = 32.0 * 86_400

  init(_ db: Database, request: StatisticsRequest) throws {
    self.db = db
    self.request = request
    type = try SampleQuerySQL.types(db, request.samples.type).first
    query = try type.map { try SampleQuerySQL(db, type: $0, filter: request.samples.filter) }
    aggregation = QuantityTypeCatalog.entry(for: request.samples.type)?.aggregation ?? .discreteArithmetic
  }

  func result() throws -> StatisticsResult {
    guard let type, let query else {
      return StatisticsResult(merged: Array(repeating: nil, count: request.buckets?.count ?? 1))
    }
    guard let buckets = request.buckets else {
      let samples = try read(query.select(Self.columns))
      guard let first = samples.map(\.start).min(), let last = samples.map(\.end).max() else {
        return StatisticsResult(merged: [nil])
      }
      // The end of the last sample is inside.
      return try compute(samples, buckets: [first..<max(last, first).nextUp], type: type)
    }
    let spans = buckets.map {
      $0.lowerBound.timeIntervalSinceReferenceDate..<$0.upperBound.timeIntervalSinceReferenceDate
    }
    var result = StatisticsResult(merged: [])
    var index = 0
    while index < spans.count {
      let stored = storedRun(spans, from: index)
      if stored > index {
        result.merged += try fromTotals(type, Array(spans[index..<stored]))
        index = stored
        continue
      }
      var end = index + 1
      while end < spans.count, spans[end].upperBound - spans[index].lowerBound <= Self.groupLength,
        storedRun(spans, from: end) == end
      {
        end += 1
      }
      let group = Array(spans[index..<end])
      let samples = try selected(in: group[0].lowerBound..<group[group.count - 1].upperBound)
      let part = try compute(samples, buckets: group, type: type)
      for source in Set(part.bySource.keys).union(result.bySource.keys) {
        result.bySource[source, default: Array(repeating: nil, count: result.merged.count)] +=
          part.bySource[source] ?? Array(repeating: nil, count: group.count)
      }
      result.merged += part.merged
      index = end
    }
    for source in result.bySource.keys {
      let missing = result.merged.count - (result.bySource[source]?.count ?? 0)
      result.bySource[source]?.append(contentsOf: repeatElement(nil, count: missing))
    }
    return result
  }

  // MARK: - From stored quarter hours

  /// The end of the run of buckets from an index for which stored totals are the answer.
  private func storedRun(_ spans: [Range<Double>], from index: Int) -> Int {
    guard !request.needsSamples, !request.separatesSources, aggregation != .discreteEquivalentContinuousLevel,
      let dates = DateBounds(request.samples.filter)
    else { return index }
    var end = index
    while end < spans.count {
      let span = spans[end]
      let isAligned =
        span.lowerBound.truncatingRemainder(dividingBy: ChunkTotals.quarter) == 0
        && span.upperBound.truncatingRemainder(dividingBy: ChunkTotals.quarter) == 0
      // A gap that is bridged may reach over the edge of what the dates choose.
      guard isAligned, dates.chooseEverything(in: span, margin: (type?.longest ?? 0) + SourceMerger.bridgedGap),
        type?.hasLong == false
      else { break }
      end += 1
    }
    return end
  }

  private func fromTotals(_ type: SampleTypeRow, _ spans: [Range<Double>]) throws -> [BucketStatistics?] {
    var engine = try TotalsEngine(db, type: type)
    return try engine.totals(db, spans).map { total in
      guard !total.isEmpty else { return nil }
      var bucket = BucketStatistics()
      bucket.sum = total.sum
      bucket.count = total.count
      if total.count > 0, !type.isCumulative {
        bucket.average = total.sum / Double(total.count)
        bucket.minimum = total.minimum
        bucket.maximum = total.maximum
        if aggregation == .discreteTemporallyWeighted, total.duration > 0 {
          bucket.average = total.weighted / total.duration
        }
      }
      return bucket
    }
  }

  // MARK: - From samples

  private static let columns = "s.start, s.end, s.value, s.provenance_id, s.flags"

  private func selected(in span: Range<Double>) throws -> [SampleSpan] {
    guard let type else { return [] }
    let context = SourceMerger.bridgedGap
    let low = Date(timeIntervalSinceReferenceDate: span.lowerBound - context)
    let high = Date(timeIntervalSinceReferenceDate: span.upperBound + context)
    // Narrowed to the group, which is a condition like any other.
    let filter = SampleFilter.and([
      request.samples.filter, .end(.greaterThanOrEqual, low), .start(.lessThanOrEqual, high),
    ])
    return try read(SampleQuerySQL(db, type: type, filter: filter).select(Self.columns))
  }

  private func read(_ select: SQLCondition) throws -> [SampleSpan] {
    var spans: [SampleSpan] = []
    let rows = try Row.fetchCursor(db, sql: select.sql, arguments: select.arguments)
    while let row = try rows.next() {
      let value: Double? = row[2]
      guard let value else { continue }
      let flags: Int64 = row[4]
      spans.append(
        SampleSpan(
          start: row[0], end: row[1], value: value, provenance: row[3],
          isEnteredByHand: flags & SampleFlag.enteredByHand != 0))
    }
    return spans.sorted { $0.start < $1.start }
  }

  private func compute(
    _ samples: [SampleSpan], buckets: [Range<Double>], type: SampleTypeRow
  ) throws -> StatisticsResult {
    var result = StatisticsResult(merged: [])
    let summer = BucketSummer(buckets: buckets, aggregation: aggregation)
    var lanes = try SourceLanes(db, type: type.id)
    for sample in samples { lanes.add(sample) }
    var pieces: [SourceMerger.Piece] = []
    lanes.takeMerged(into: &pieces)
    result.merged = summer.sum(samples, pieces: pieces)
    guard request.separatesSources else { return result }
    let provenances = try ProvenanceReader.all(db)
    let bySource = Dictionary(grouping: samples) { provenances[$0.provenance]?.source }
    for (source, own) in bySource {
      guard let source else { continue }
      let pieces = own.map { SourceMerger.Piece(start: $0.start, end: $0.end, value: $0.value) }
      result.bySource[source] = summer.sum(own, pieces: pieces)
    }
    return result
  }
}

/// The dates that a filter asks for, where it asks for nothing else.
private struct DateBounds {
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

  /// Whether every sample that can bear on the span is chosen.
  ///
  /// - Parameter margin: how far before the span a sample may start, and after it end, and still bear on it.
  func chooseEverything(in span: Range<Double>, margin: Double) -> Bool {
    earliestStart <= span.lowerBound - margin && earliestEnd <= span.lowerBound - margin
      && latestStart >= span.upperBound + margin && latestEnd >= span.upperBound + margin
  }
}
