package import GRDB
package import HealthModel

/// Stores what the samples that Apple knew resulted in when its rows were imported: those of imported files, by the
/// default order of sources. What programs and feeds have added, and what is deleted later, changes Apple's number.
package enum AppleBase {
  /// Fills in the base of every row that has none yet, including those of interrupted imports. The days must have
  /// been materialized in this transaction; those on which Apple does not know everything become stale again.
  static func materialize(_ db: Database) throws {
    let days = try StoredDay.all(
      db, "SELECT DISTINCT day FROM apple_summary WHERE base_move IS NULL ORDER BY day", table: "apple_summary")
    guard !days.isEmpty else { return }
    let lastRow = try Change.latestSample(db)
    try db.cachedStatement(
      sql: """
        UPDATE apple_summary SET
          base_move = coalesce((SELECT computed_move FROM day_summary WHERE day = apple_summary.day), 0),
          base_exercise = coalesce((SELECT computed_exercise FROM day_summary WHERE day = apple_summary.day), 0),
          base_stand = coalesce((SELECT computed_stand FROM day_summary WHERE day = apple_summary.day), 0),
          base_row = ?
        WHERE base_move IS NULL
        """
    ).execute(arguments: [lastRow])
    guard try hasOthers(db) else { return }
    let timeline = try ZoneTimeline(db)
    let engine = try SummaryEngine(db, timeline: timeline, isImported: true)
    var added: [Day] = []
    for piece in SummaryTable.pieces(of: days) {
      for row in try engine.summarize(db, piece) {
        let (day, known) = (row.summary.day, row.computed.amounts)
        guard try !current(db, day).isClose(to: known) else { continue }
        try db.cachedStatement(
          sql: """
            UPDATE apple_summary SET base_move = ?, base_exercise = ?, base_stand = ? WHERE day = ? AND base_row = ?
            """
        ).execute(arguments: [known.move, known.exercise, known.stand, day.number, lastRow])
        added.append(day)
      }
    }
    try SummaryTable.markStale(db, added, timeline: timeline)
  }

  /// Lowers the base of days that the same export brings again to what its samples result in, where more were stored when
  /// it came first, and have gone since with the import that brought them: Apple's number does not include them.
  ///
  /// The days must have been materialized in this transaction; those that change become stale again.
  ///
  /// - Returns: whether any has changed.
  static func lower(_ db: Database, _ days: Set<Day>, timeline: ZoneTimeline) throws -> Bool {
    guard let first = days.min(), let last = days.max() else { return false }
    let rows = try AppleRow.fetch(db, first...last)
    let changed = try days.filter { day in try rows[day]?.base.map { try !current(db, day).isClose(to: $0) } ?? false }
    guard !changed.isEmpty else { return false }
    let engine = try SummaryEngine(db, timeline: timeline, isImported: hasOthers(db))
    var lowered: [Day] = []
    for piece in SummaryTable.pieces(of: changed.sorted()) {
      for computed in try engine.summarize(db, piece) {
        let (day, known) = (computed.summary.day, computed.computed.amounts)
        guard let row = rows[day], let base = row.base else { continue }
        let lower = RingValues(
          move: min(base.move, known.move), exercise: min(base.exercise, known.exercise),
          stand: min(base.stand, known.stand))
        guard !lower.isClose(to: base) else { continue }
        try db.cachedStatement(
          sql: """
            UPDATE apple_summary SET base_move = ?, base_exercise = ?, base_stand = ? WHERE day = ? AND import_id = ?
            """
        ).execute(arguments: [lower.move, lower.exercise, lower.stand, day.number, row.importID])
        lowered.append(day)
      }
    }
    try SummaryTable.markStale(db, lowered, timeline: timeline)
    return !lowered.isEmpty
  }

  /// Whether Apple may have known other samples, or another order of sources, than count now.
  private static func hasOthers(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM source WHERE bundle_identifier != '') OR EXISTS (SELECT 1 FROM source_order)
          """)) ?? true
  }

  /// The values of the samples that Apple may know, for a materialized day.
  static func known(_ db: Database, _ day: Day, timeline: ZoneTimeline) throws -> RingValues {
    guard try hasOthers(db) else { return try current(db, day) }
    return try SummaryEngine(db, timeline: timeline, isImported: true).summarize(db, [day])[0].computed.amounts
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

  /// Apple's row for an export, with its base if the samples of today result in something else.
  package static func summary(_ db: Database, _ row: AppleRow) throws -> AppleSummaryRecord {
    var summary = row.summary
    guard let base = row.base, try !current(db, summary.day).isClose(to: base) else { return summary }
    summary.counted = AppleSummaryRecord.Counted(move: base.move, exercise: base.exercise, stand: base.stand)
    return summary
  }

  /// What the samples up to a row result in, in two timelines.
  private static func values(
    _ db: Database, _ days: Set<Day>, from old: ZoneTimeline, to new: ZoneTimeline, upTo lastRow: Int64 = .max
  ) throws -> [Day: (before: RingValues, after: RingValues)] {
    let hasOthers = try hasOthers(db)
    let before = try SummaryEngine(db, timeline: old, upTo: lastRow, isImported: hasOthers)
    let after = try SummaryEngine(db, timeline: new, upTo: lastRow, isImported: hasOthers)
    var values: [Day: (before: RingValues, after: RingValues)] = [:]
    for piece in SummaryTable.pieces(of: days.sorted()) {
      // From the same quarter hours as the days themselves, so that equal samples give equal numbers to the last digit.
      if lastRow == .max, !hasOthers {
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
