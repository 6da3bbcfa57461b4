import Foundation
import GRDB
import HealthModel

/// The stored quarter hours: when they are thrown away and when they are made.
enum TotalsTable {
  /// Throws away what a write has touched. Must run in the transaction of the write.
  ///
  /// - Parameter times: closed spans, as seconds since the reference date, that samples were added to or taken from.
  static func invalidate(_ db: Database, type: Int64, chunks: some Sequence<Int>) throws {
    let statement = try db.cachedStatement(sql: "DELETE FROM total WHERE type_id = ? AND chunk = ?")
    for chunk in chunks { try statement.execute(arguments: [type, chunk]) }
  }

  /// Throws away all of a type, when the rank of its sources has changed.
  static func invalidateAll(_ db: Database, type: Int64) throws {
    try db.execute(sql: "DELETE FROM total WHERE type_id = ?", arguments: [type])
  }

  /// The chunks whose totals a sample can change: those it lies in, and a neighbour that a bridged gap reaches into.
  static func chunks(from start: Double, to end: Double) -> ClosedRange<Int> {
    let low = ChunkTotals.chunk(of: start - SourceMerger.bridgedGap)
    return low...max(low, ChunkTotals.chunk(of: end + SourceMerger.bridgedGap))
  }

  /// Computes and stores what is missing of a type in a span.
  static func fill(_ db: Database, identifier: String, from low: Double, to high: Double) throws {
    guard low < high, let type = try SampleTypeRow.fetch(db, identifier: identifier) else { return }
    try fill(db, type: type, chunks: ChunkTotals.chunk(of: low)..<(ChunkTotals.chunk(of: high - 1) + 1))
  }

  static func fill(_ db: Database, type: SampleTypeRow, chunks: Range<Int>) throws {
    let stored = try Set(
      Int.fetchAll(
        db, sql: "SELECT chunk FROM total WHERE type_id = ? AND chunk >= ? AND chunk < ?",
        arguments: [type.id, chunks.lowerBound, chunks.upperBound]))
    var engine = try TotalsEngine(db, type: type)
    let isCumulative = type.isCumulative
    let insert = try db.makeStatement(sql: "INSERT OR REPLACE INTO total (type_id, chunk, content) VALUES (?, ?, ?)")
    var chunk = chunks.lowerBound
    while chunk < chunks.upperBound {
      guard !stored.contains(chunk) else {
        chunk += 1
        continue
      }
      var end = chunk + 1
      while end < chunks.upperBound, end - chunk < TotalsEngine.chunksPerPass, !stored.contains(end) { end += 1 }
      for (offset, totals) in try engine.compute(db, chunk..<end).enumerated() {
        try insert.execute(arguments: [type.id, chunk + offset, totals.encoded(isCumulative: isCumulative)])
      }
      chunk = end
    }
  }
}
