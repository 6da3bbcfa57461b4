import GRDB
import HealthModel

/// Stores what our samples resulted in when Apple's rows were imported, so that later changes can be added to them.
enum AppleBase {
  /// Fills in the base of every row that has none yet, including those of interrupted imports. The days must have
  /// been materialized in this transaction.
  static func materialize(_ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE apple_summary SET
          base_move = coalesce((SELECT computed_move FROM day_summary WHERE day = apple_summary.day), 0),
          base_exercise = coalesce((SELECT computed_exercise FROM day_summary WHERE day = apple_summary.day), 0),
          base_stand = coalesce((SELECT computed_stand FROM day_summary WHERE day = apple_summary.day), 0),
          base_row = ?
        WHERE base_move IS NULL
        """
    ).execute(arguments: [Change.latestSample(db)])
  }

  /// Moves what the samples resulted in then to the new limits of days: it is compared with what they result in now, in
  /// the zone that holds now. Exact for samples that were added since; what deletions have changed stays with its day.
  ///
  /// Must run before the days are computed again.
  ///
  /// - Parameter days: ascending.
  static func follow(_ db: Database, _ days: [Day], from old: ZoneTimeline, to new: ZoneTimeline) throws {
    guard let first = days.first, let last = days.last else { return }
    let moved = Set(days)
    let rows = try AppleRow.fetchEvery(db, first...last).filter { $0.base != nil && moved.contains($0.summary.day) }
    let current = try values(db, Set(rows.map(\.summary.day)), from: old, to: new)
    for (lastRow, rows) in Dictionary(grouping: rows, by: \.baseRow) {
      // What nothing has changed since moves exactly, by stored totals.
      let changed = rows.filter { row in
        guard let base = row.base, let before = current[row.summary.day]?.before else { return true }
        return !base.isClose(to: before)
      }
      let then = try values(db, Set(changed.map(\.summary.day)), from: old, to: new, upTo: lastRow)
      for row in rows {
        guard let base = row.base, let now = current[row.summary.day] else { continue }
        let (before, after) = then[row.summary.day] ?? now
        func moved(_ ring: Ring) -> Double {
          let value = base[ring] + (after[ring] - before[ring])
          return abs(value - now.after[ring]) < 1e-6 ? now.after[ring] : value
        }
        try db.cachedStatement(
          sql: """
            UPDATE apple_summary SET base_move = ?, base_exercise = ?, base_stand = ? WHERE day = ? AND import_id = ?
            """
        ).execute(arguments: [moved(.move), moved(.exercise), moved(.stand), row.summary.day.number, row.importID])
      }
    }
  }

  /// What the samples up to a row result in, in two timelines.
  private static func values(
    _ db: Database, _ days: Set<Day>, from old: ZoneTimeline, to new: ZoneTimeline, upTo lastRow: Int64 = .max
  ) throws -> [Day: (before: RingValues, after: RingValues)] {
    let before = try SummaryEngine(db, timeline: old, upTo: lastRow)
    let after = try SummaryEngine(db, timeline: new, upTo: lastRow)
    var values: [Day: (before: RingValues, after: RingValues)] = [:]
    for piece in SummaryTable.pieces(of: days.sorted()) {
      // From the same quarter hours as the days themselves, so that equal samples give equal numbers to the last digit.
      if lastRow == .max {
        for timeline in [old, new] { try SummaryTable.fillTotals(db, piece, timeline: timeline) }
      }
      for (old, new) in zip(try before.summarize(db, piece), try after.summarize(db, piece)) {
        values[old.summary.day] = (old.computed.amounts, new.computed.amounts)
      }
    }
    return values
  }

  /// The values of our samples for a materialized day.
  static func current(_ db: Database, _ day: Day) throws -> RingValues {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT computed_move, computed_exercise, computed_stand FROM day_summary WHERE day = ?"),
      arguments: [day.number])
    guard let row else { return .zero }
    return RingValues(
      move: try row.value(0, "day_summary") ?? 0, exercise: try row.value(1, "day_summary") ?? 0,
      stand: try row.value(2, "day_summary") ?? 0)
  }
}
