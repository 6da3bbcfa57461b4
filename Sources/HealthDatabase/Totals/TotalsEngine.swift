import Foundation
import GRDB
import HealthModel

/// Answers what a type came to over a span, from stored quarter hours where they are right and from samples elsewhere.
struct TotalsEngine {
  let type: SampleTypeRow
  private var lanes: SourceLanes
  private let isCumulative: Bool

  init(_ db: Database, type: SampleTypeRow) throws {
    self.type = type
    lanes = try SourceLanes(db, type: type.id)
    isCumulative = type.isCumulative
  }

  /// The total of a span.
  ///
  /// - Parameter span: seconds since the reference date, half-open. Where its ends are not on quarter hours, as in the
  ///   zones of the 19th century, the samples themselves are read.
  /// - Complexity: O(days) where totals are stored, else O(samples).
  mutating func total(_ db: Database, _ span: Range<Double>) throws -> QuarterTotal {
    try totals(db, [span])[0]
  }

  /// The totals of several spans, ascending, with one pass over the store.
  mutating func totals(_ db: Database, _ spans: [Range<Double>]) throws -> [QuarterTotal] {
    var result = [QuarterTotal](repeating: QuarterTotal(), count: spans.count)
    guard let first = spans.first, let last = spans.last, first.lowerBound < last.upperBound else { return result }
    let quarter = ChunkTotals.quarter
    let isAligned = spans.allSatisfy {
      $0.lowerBound.truncatingRemainder(dividingBy: quarter) == 0
        && $0.upperBound.truncatingRemainder(dividingBy: quarter) == 0
    }
    guard isAligned else {
      for (index, span) in spans.enumerated() where !span.isEmpty {
        result[index] = try computed(db, span: span, buckets: [span])[0]
      }
      return result
    }
    let chunks = ChunkTotals.chunk(of: first.lowerBound)..<(ChunkTotals.chunk(of: last.upperBound - 1) + 1)
    var spanIndex = 0
    try forEachChunk(db, chunks) { chunk, totals in
      let base = Double(chunk) * ChunkTotals.length
      // A span may run over several chunks and a chunk over several spans.
      while spanIndex < spans.count, spans[spanIndex].upperBound <= base { spanIndex += 1 }
      var index = spanIndex
      while index < spans.count, spans[index].lowerBound < base + ChunkTotals.length {
        let low = max(0, Int((spans[index].lowerBound - base) / quarter))
        let high = min(ChunkTotals.quarterCount, Int((spans[index].upperBound - base) / quarter))
        if low < high {
          for quarter in low..<high where !totals.quarters[quarter].isEmpty {
            result[index].add(totals.quarters[quarter])
          }
        }
        index += 1
      }
    }
    return result
  }

  /// Calls `body` with each chunk in order, computing those that are not stored.
  private mutating func forEachChunk(
    _ db: Database, _ chunks: Range<Int>, _ body: (Int, ChunkTotals) throws -> Void
  ) throws {
    let stored = try RawStatement(
      db, "SELECT chunk, content FROM total WHERE type_id = ? AND chunk >= ? AND chunk < ? ORDER BY chunk")
    stored.bind(1, type.id)
    stored.bind(2, Int64(chunks.lowerBound))
    stored.bind(3, Int64(chunks.upperBound))
    defer { stored.reset() }
    var totals = ChunkTotals()
    var next = chunks.lowerBound
    while try stored.step() {
      guard totals.read(stored.blob(1), isCumulative: isCumulative) else { continue }
      let chunk = Int(stored.int64(0))
      try forEachMissingChunk(db, next..<chunk, body)
      try body(chunk, totals)
      next = chunk + 1
    }
    try forEachMissingChunk(db, next..<chunks.upperBound, body)
  }

  private mutating func forEachMissingChunk(
    _ db: Database, _ chunks: Range<Int>, _ body: (Int, ChunkTotals) throws -> Void
  ) throws {
    var chunk = chunks.lowerBound
    while chunk < chunks.upperBound {
      let end = min(chunks.upperBound, chunk + Self.chunksPerPass)
      for (offset, totals) in try compute(db, chunk..<end).enumerated() { try body(chunk + offset, totals) }
      chunk = end
    }
  }

  /// How many UTC days one pass over the samples takes, which bounds its memory.
  static let chunksPerPass = 32

  /// The totals of a run of chunks, from the samples.
  mutating func compute(_ db: Database, _ chunks: Range<Int>) throws -> [ChunkTotals] {
    let low = Double(chunks.lowerBound) * ChunkTotals.length
    let high = Double(chunks.upperBound) * ChunkTotals.length
    var totals = [ChunkTotals](repeating: ChunkTotals(), count: chunks.count)
    try accumulate(db, from: low, to: high) { time, apply in
      let index = Int((time - low) / ChunkTotals.length)
      let quarter = Int((time - low - Double(index) * ChunkTotals.length) / ChunkTotals.quarter)
      apply(&totals[index].quarters[quarter])
      return low + Double(index) * ChunkTotals.length + Double(quarter + 1) * ChunkTotals.quarter
    }
    return totals
  }

  /// The totals of buckets that lie in the span, from the samples.
  private mutating func computed(
    _ db: Database, span: Range<Double>, buckets: [Range<Double>]
  ) throws -> [QuarterTotal] {
    var totals = [QuarterTotal](repeating: QuarterTotal(), count: buckets.count)
    try accumulate(db, from: span.lowerBound, to: span.upperBound) { time, apply in
      let index = buckets.firstIndex { $0.contains(time) } ?? 0
      apply(&totals[index])
      return buckets[index].upperBound
    }
    return totals
  }

  /// Spreads all that counts in the half-open span over buckets.
  ///
  /// - Parameter bucket: gives the bucket of a time to a change of it, and returns where that bucket ends.
  private mutating func accumulate(
    _ db: Database, from low: Double, to high: Double,
    bucket: (Double, (inout QuarterTotal) -> Void) -> Double
  ) throws {
    let inside = low..<high
    guard isCumulative else {
      // A discrete sample belongs to the bucket that holds its start, so that buckets add up.
      try type.forEachSpan(db, from: low, to: high) { span in
        guard inside.contains(span.start), !span.value.isNaN else { return }
        _ = bucket(span.start) { total in
          total.sum += span.value
          total.count += 1
          total.minimum = min(total.minimum, span.value)
          total.maximum = max(total.maximum, span.value)
          total.weighted += span.value * (span.end - span.start)
          total.duration += span.end - span.start
        }
      }
      return
    }
    // What a source covers here depends on its neighbours within the gap that is bridged.
    let context = SourceMerger.bridgedGap
    var lanes = lanes
    try type.forEachSpan(db, from: low - context, to: high + context) { span in
      guard !span.value.isNaN else { return }
      lanes.add(span)
      if inside.contains(span.start) { _ = bucket(span.start) { $0.count += 1 } }
    }
    var pieces: [SourceMerger.Piece] = []
    lanes.takeMerged(into: &pieces)
    for piece in pieces {
      guard piece.end > piece.start else {
        if inside.contains(piece.start) { _ = bucket(piece.start) { $0.sum += piece.value } }
        continue
      }
      let rate = piece.value / (piece.end - piece.start)
      var position = max(piece.start, low)
      let end = min(piece.end, high)
      while position < end {
        let start = position
        var next = end
        let bound = bucket(start) { _ in }
        next = min(end, bound)
        let isWhole = start == piece.start && next == piece.end
        _ = bucket(start) { $0.sum += isWhole ? piece.value : rate * (next - start) }
        position = next
      }
    }
  }
}
