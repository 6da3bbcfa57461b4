import Foundation
import GRDB
import HealthModel

extension SampleWriter {
  /// Why Apple's row for a day cannot be stored, nil if it can.
  private static func refusal(of summary: AppleSummaryRecord) -> String? {
    // Apple's placeholders.
    guard summary.day.number >= 0 else { return "before1970" }
    return SampleBounds.allows(summary.day) ? nil : SampleBounds.Violation.dateOutOfRange.reason
  }

  /// Stores Apple's rows for days, and counts them.
  func write(
    _ db: Database, _ summaries: [AppleSummaryRecord], importID: Int64, exportDate: Double, counts: inout SinkCounts
  ) throws {
    for summary in summaries {
      if let reason = Self.refusal(of: summary) {
        counts.skips.append(ImportSkip(line: Int(summary.line), reason: reason))
      } else if try write(db, summary, importID: importID, exportDate: exportDate) {
        counts.stored += 1
      } else {
        counts.alreadyPresent += 1
      }
    }
  }

  /// Stores Apple's row for a day, unless the store has the same row from an export of equal completeness.
  ///
  /// A row that an earlier export printed during that day is stored again once an export prints it for the whole day,
  /// even with the same numbers: only then is it final. When the day ends may become known later, with its zone, so all
  /// exports that were made about then keep their rows.
  private func write(
    _ db: Database, _ summary: AppleSummaryRecord, importID: Int64, exportDate: Double
  ) throws -> Bool {
    let dayEnds = ZoneTimeline.possibleEnds(of: summary.day)
    let rows = try AppleRow.fetchEvery(db, summary.day...summary.day)
    // The same export again, or an older one with the same content as a newer one. For a day that occurs twice in one
    // file, the first row counts.
    if rows.contains(where: {
      $0.exportDate == exportDate || $0.importID == importID
        || ($0.exportDate > exportDate && $0.hasSameNumbers(as: summary))
    }) {
      if rows.last?.exportDate == exportDate { knownSummaries.insert(summary.day) }
      return false
    }
    if let last = rows.last(where: { $0.exportDate < exportDate }), last.hasSameNumbers(as: summary),
      last.exportDate >= dayEnds.upperBound || exportDate < dayEnds.lowerBound
    {
      repeatedSummaries.append(summary)
      return false
    }
    // Apple's rows decide which zones hold.
    _ = try timeline(db)
    try insert(db, summary, importID: importID, exportDate: exportDate)
    touch(appleRowOf: summary.day)
    return true
  }

  /// Stores the rows that the export repeats although its samples of those days have changed since: Apple has
  /// included the change, so its number is valid again.
  ///
  /// The days must have been materialized in this transaction.
  ///
  /// - Returns: whether anything was stored.
  func confirmRepeatedSummaries(_ db: Database, importID: Int64, exportDate: Double) throws -> Bool {
    defer { repeatedSummaries.removeAll() }
    var confirmed: [Day] = []
    for summary in repeatedSummaries {
      guard let row = try AppleRow.fetch(db, summary.day...summary.day)[summary.day], row.exportDate < exportDate,
        let base = row.base, try !AppleBase.known(db, summary.day, timeline: timeline(db)).isClose(to: base)
      else { continue }
      _ = try timeline(db)
      try insert(db, summary, importID: importID, exportDate: exportDate)
      confirmed.append(summary.day)
    }
    if !confirmed.isEmpty { try SummaryTable.markStale(db, confirmed, timeline: timeline(db)) }
    return !confirmed.isEmpty
  }

  private func insert(
    _ db: Database, _ summary: AppleSummaryRecord, importID: Int64, exportDate: Double
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO apple_summary
          (day, import_id, export_date, energy, energy_goal, move_time, move_time_goal, exercise, exercise_goal, stand,
           stand_goal, base_move, base_exercise, base_stand)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        summary.day.number, importID, exportDate, summary.energy, summary.energyGoal, summary.moveTime,
        summary.moveTimeGoal, summary.exercise, summary.exerciseGoal, summary.stand, summary.standGoal,
        summary.counted?.move, summary.counted?.exercise, summary.counted?.stand,
      ])
  }
}
