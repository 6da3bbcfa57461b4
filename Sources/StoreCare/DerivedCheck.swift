import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Compares stored totals, summaries and ranks with those computed from the samples.
enum DerivedCheck {
  /// Sums of the same numbers can differ in their last digits if they were added in a different order.
  private static func isSame(_ first: Double, _ second: Double) -> Bool {
    first == second || abs(first - second) <= 1e-6 * max(1, abs(first), abs(second))
  }

  private static func isSame(_ first: Double?, _ second: Double?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return isSame(first, second)
  }

  // MARK: - Ranks

  private static let ranks = """
    SELECT type_id, source_id, flags & \(SampleFlag.enteredByHand) AS entered, min(start) AS first_start,
      count(*) AS uses
    FROM sample JOIN provenance ON provenance.id = provenance_id GROUP BY 1, 2, 3
    """

  static func ranksAreRight(_ db: Database) throws -> Bool {
    let columns = "type_id, source_id, entered, first_start, uses"
    let stored = "SELECT \(columns) FROM source_type"
    return try Bool.fetchOne(
      db,
      sql: """
        SELECT NOT EXISTS (SELECT * FROM (\(stored)) EXCEPT \(ranks))
          AND NOT EXISTS (SELECT * FROM (\(ranks)) EXCEPT \(stored))
          AND NOT EXISTS (
            SELECT 1 FROM (\(DerivedData.lengths)) AS own JOIN sample_type ON sample_type.id = own.type_id
            WHERE own.longest > sample_type.longest OR own.has_long > sample_type.has_long)
        """) ?? true
  }

  // MARK: - Totals

  /// How many stored days differ.
  static func wrongTotals(_ db: Database) throws -> Int {
    var wrong = 0
    try SampleTypeRow.forEach(db) { type in
      var stored: [Int: ChunkTotals] = [:]
      var chunks = SpanSet()
      let rows = try RawStatement(db, "SELECT chunk, content FROM total WHERE type_id = ? ORDER BY chunk")
      rows.bind(1, type.id)
      while try rows.step() {
        let chunk = Int(rows.int64(0))
        var totals = ChunkTotals()
        if chunk.magnitude < 1 << 24, totals.read(rows.blob(1), isCumulative: type.isCumulative) {
          stored[chunk] = totals
          chunks.insert(chunk...chunk)
        } else {
          wrong += 1
        }
      }
      guard !chunks.isEmpty else { return }
      try TotalsTable.forEachTotal(db, type: type, in: chunks.spans) { chunk, totals in
        let known = stored.removeValue(forKey: chunk) ?? ChunkTotals()
        if !isSame(known, totals) { wrong += 1 }
      }
      // For a day without samples only an empty row may be stored.
      wrong += stored.values.count { totals in totals.quarters.contains { !$0.isEmpty } }
    }
    return wrong
  }

  private static func isSame(_ first: ChunkTotals, _ second: ChunkTotals) -> Bool {
    zip(first.quarters, second.quarters).allSatisfy { left, right in
      left.count == right.count && left.isTouched == right.isTouched && isSame(left.sum, right.sum)
        && isSame(left.minimum, right.minimum) && isSame(left.maximum, right.maximum)
        && isSame(left.weighted, right.weighted) && isSame(left.duration, right.duration)
    }
  }

  // MARK: - Summaries

  /// How many stored days differ or are missing, based on the stored totals.
  static func wrongSummaries(_ db: Database) throws -> Int {
    let known = try StoredDay.all(
      db, "SELECT day FROM day_summary WHERE stale = 0 ORDER BY day", table: "day_summary")
    let engine = try SummaryEngine(db, timeline: ZoneTimeline(db))
    let all = try StoredDay.all(db, "SELECT day FROM day_summary", table: "day_summary")
    let missing = try DerivedData.daysWithData(db, engine.timeline).subtracting(all).sorted()
    var wrong = 0
    for days in SummaryTable.pieces(of: missing) {
      wrong += try engine.summarize(db, days).count { $0.summary.basis != .none }
    }
    for days in SummaryTable.pieces(of: known) {
      var stored: [Day: SummaryEngine.DayRow] = [:]
      let rows = try RawStatement(
        db, "SELECT \(SummaryTable.columns) FROM day_summary WHERE day BETWEEN ? AND ? ORDER BY day")
      rows.bind(1, Int64(days[0].number))
      rows.bind(2, Int64(days[days.count - 1].number))
      while try rows.step() {
        if let row = try SummaryTable.read(rows) { stored[row.summary.day] = row }
      }
      for row in try engine.summarize(db, days) {
        guard let known = stored[row.summary.day] else { continue }
        if !isSame(known, row) { wrong += 1 }
      }
    }
    return wrong
  }

  private static func isSame(_ first: SummaryEngine.DayRow, _ second: SummaryEngine.DayRow) -> Bool {
    Ring.allCases.allSatisfy { ring in
      let (left, right) = (first.summary[ring], second.summary[ring])
      return isSame(left.value, right.value) && isSame(left.goal, right.goal)
        && isSame(first.computed[ring], second.computed[ring])
    } && first.summary.interval == second.summary.interval && first.summary.moveMode == second.summary.moveMode
      && first.summary.isPaused == second.summary.isPaused && first.summary.basis == second.summary.basis
  }
}
