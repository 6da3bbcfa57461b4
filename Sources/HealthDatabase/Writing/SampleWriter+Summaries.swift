import Foundation
import GRDB
import HealthModel

extension SampleWriter {
  /// Why Apple's row of a day cannot be stored, nil where it can.
  static func refusal(of summary: AppleSummaryRecord) -> String? {
    // Placeholders of Apple's.
    guard summary.day.number >= 0 else { return "before1970" }
    return SampleBounds.allows(summary.day) ? nil : SampleBounds.Violation.dateOutOfRange.reason
  }

  /// Stores Apple's row of a day, unless the store has the same from an export that knew as much.
  ///
  /// A row that an earlier export printed while its day was still running is stored again once an export prints it for
  /// the whole day, even with the same numbers: only then is it Apple's last word.
  func write(
    _ db: Database, _ summary: AppleSummaryRecord, importID: Int64, exportDate: Double
  ) throws -> Bool {
    let dayEnd = timeline.interval(of: summary.day).upperBound.timeIntervalSinceReferenceDate
    let rows = try AppleRow.fetchAll(db, summary.day)
    // The same export again, or an older one that said what a newer one says too. A day that stands twice in one file
    // counts by its first row.
    if rows.contains(where: {
      $0.exportDate == exportDate || ($0.exportDate > exportDate && $0.hasSameNumbers(as: summary))
    }) {
      return false
    }
    if let last = rows.last(where: { $0.exportDate < exportDate }), last.hasSameNumbers(as: summary),
      last.exportDate >= dayEnd || exportDate < dayEnd
    {
      repeatedSummaries.append(summary)
      return false
    }
    try insert(db, summary, importID: importID, exportDate: exportDate)
    touch(appleRowOf: summary.day)
    return true
  }

  /// Stores the rows that the export repeats although our samples of their days have changed since: Apple knew of the
  /// change, and its number stands.
  ///
  /// The days must have been settled in this transaction.
  ///
  /// - Returns: whether anything was stored.
  func confirmRepeatedSummaries(_ db: Database, importID: Int64, exportDate: Double) throws -> Bool {
    defer { repeatedSummaries.removeAll() }
    var confirmed: [Day] = []
    for summary in repeatedSummaries {
      guard let row = try AppleRow.fetch(db, summary.day...summary.day)[summary.day], row.exportDate < exportDate,
        let base = row.base, try AppleBase.current(db, summary.day) != base
      else { continue }
      try insert(db, summary, importID: importID, exportDate: exportDate)
      confirmed.append(summary.day)
    }
    try SummaryTable.markStale(db, confirmed, timeline: timeline)
    return !confirmed.isEmpty
  }

  private func insert(
    _ db: Database, _ summary: AppleSummaryRecord, importID: Int64, exportDate: Double
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO apple_summary
          (day, import_id, export_date, energy, energy_goal, move_time, move_time_goal, exercise, exercise_goal, stand,
           stand_goal)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        summary.day.number, importID, exportDate, summary.energy, summary.energyGoal, summary.moveTime,
        summary.moveTimeGoal, summary.exercise, summary.exerciseGoal, summary.stand, summary.standGoal,
      ])
  }
}
