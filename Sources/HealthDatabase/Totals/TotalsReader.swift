import Foundation
package import GRDB
import HealthModel

/// Computes the total of a type over spans of time, from stored quarter hours where possible and otherwise from
/// samples.
package struct TotalsReader {
  package let type: SampleTypeRow
  private let lanes: SourceLanes
  /// Whether the stored totals were computed from the same samples with the same order of sources.
  private let readsStored: Bool

  /// - Parameter order: names of sources in an order other than the user's; nil for the user's.
  package init(_ db: Database, type: SampleTypeRow, order: [String]? = nil) throws {
    self.type = type
    lanes = try SourceLanes(db, type: type.id, aggregation: type.aggregation, order: order)
    readsStored = order == nil && type.lastRow == .max && !type.isImported
  }

  /// The total of a span in seconds since the reference date, half-open.
  package func total(_ db: Database, _ span: Range<Double>) throws -> QuarterTotal {
    try totals(db, [span])[0]
  }

  /// The totals of several spans, ascending and without overlaps, in one pass over the store.
  ///
  /// If their ends are not on quarter hours, as in the time zones of the 19th century, the samples are read instead.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func totals(_ db: Database, _ spans: [Range<Double>]) throws -> [QuarterTotal] {
    var result = [QuarterTotal](repeating: QuarterTotal(), count: spans.count)
    var parts = SpanParts()
    for (place, span) in spans.enumerated() { parts.append(span, place: place) }
    let missing = try readsStored && parts.ranges.allSatisfy(Self.isAligned) ? addStored(db, parts, to: &result) : parts
    try addComputed(db, missing, to: &result)
    return result
  }

  /// The totals of several spans, ascending and without overlaps, always from samples.
  package func computed(_ db: Database, _ spans: [Range<Double>]) throws -> [QuarterTotal] {
    var result = [QuarterTotal](repeating: QuarterTotal(), count: spans.count)
    var parts = SpanParts()
    for (place, span) in spans.enumerated() { parts.append(span, place: place) }
    try addComputed(db, parts, to: &result)
    return result
  }

  private func addComputed(_ db: Database, _ parts: SpanParts, to result: inout [QuarterTotal]) throws {
    for group in parts.groups {
      let totals = try fromSamples(db, group.ranges)
      for (place, total) in zip(group.places, totals) where total.isTouched { result[place].add(total) }
    }
  }

  /// The statistics of the type's samples in ranges without overlaps.
  private func fromSamples(_ db: Database, _ ranges: [Range<Double>]) throws -> [QuarterTotal] {
    // Coverage depends on neighbours within the bridged gap.
    let context = SourceMerger.bridgedGap
    return try RangeStatistics.totals(ranges, aggregation: type.aggregation, lanes: lanes) { bounds, body in
      try type.forEachSpan(db, from: bounds.lowerBound - context, to: bounds.upperBound + context, body)
    }
  }

  static func isAligned(_ span: Range<Double>) -> Bool {
    span.lowerBound.truncatingRemainder(dividingBy: ChunkTotals.quarter) == 0
      && span.upperBound.truncatingRemainder(dividingBy: ChunkTotals.quarter) == 0
  }

  /// Adds the stored totals.
  ///
  /// - Returns: the parts on days without stored totals.
  private func addStored(_ db: Database, _ parts: SpanParts, to result: inout [QuarterTotal]) throws -> SpanParts {
    var missing = SpanParts()
    let (spans, places) = (parts.ranges, parts.places)
    guard let first = spans.first, let last = spans.last else { return missing }
    let chunks = ChunkTotals.chunk(of: first.lowerBound)...ChunkTotals.chunk(of: last.upperBound - 1)
    let quarter = ChunkTotals.quarter
    let isCumulative = type.isCumulative
    let rows = try RawStatement(
      db, "SELECT chunk, content FROM total WHERE type_id = ? AND chunk BETWEEN ? AND ? ORDER BY chunk")
    rows.bind(1, type.id)
    rows.bind(2, Int64(chunks.lowerBound))
    rows.bind(3, Int64(chunks.upperBound))
    defer { rows.reset() }
    var totals = ChunkTotals()
    var index = 0
    var next = first.lowerBound
    /// Collects the spans up to a time for which nothing is stored.
    func pass(upTo time: Double) {
      while index < spans.count, spans[index].lowerBound < time {
        let low = max(next, spans[index].lowerBound)
        missing.append(low..<max(low, min(time, spans[index].upperBound)), place: places[index])
        guard spans[index].upperBound <= time else { return }
        index += 1
      }
    }
    while try rows.step() {
      guard totals.read(rows.blob(1), isCumulative: isCumulative) else { continue }
      let base = Double(rows.int64(0)) * ChunkTotals.length
      pass(upTo: base)
      next = base + ChunkTotals.length
      // A span may cover several days, and a day several spans.
      while index < spans.count, spans[index].lowerBound < next {
        let low = max(0, Int((spans[index].lowerBound - base) / quarter))
        let high = min(ChunkTotals.quarterCount, Int((spans[index].upperBound - base) / quarter))
        for quarter in low..<max(low, high) where totals.quarters[quarter].isTouched {
          result[places[index]].add(totals.quarters[quarter])
        }
        guard spans[index].upperBound <= next else { break }
        index += 1
      }
    }
    pass(upTo: .infinity)
    return missing
  }
}

/// Parts of spans, ascending and without overlaps, with the index of the span that each belongs to.
package struct SpanParts {
  package private(set) var ranges: [Range<Double>] = []
  package private(set) var places: [Int] = []

  package init() {}

  package mutating func append(_ range: Range<Double>, place: Int) {
    guard !range.isEmpty else { return }
    ranges.append(range)
    places.append(place)
  }

  /// Groups the parts so that each group can be read with one lookup: with gaps of at most a day.
  package var groups: [SpanParts] {
    var groups: [SpanParts] = []
    for (range, place) in zip(ranges, places) {
      if groups.last?.ranges.last.map({ range.lowerBound - $0.upperBound <= 86_400 }) != true {
        groups.append(SpanParts())
      }
      groups[groups.count - 1].append(range, place: place)
    }
    return groups
  }
}
