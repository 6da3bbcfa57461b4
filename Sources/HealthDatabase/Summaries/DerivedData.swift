import GRDB
import HealthModel

/// What is computed from samples and stored beside them: totals and day summaries.
enum DerivedData {
  /// Throws away, or marks, what a write of one type has touched. Must run in its transaction, after the type's row and
  /// ranks are written.
  static func invalidate(_ db: Database, type: SampleTypeRow, _ touched: TouchedTimes, timeline: ZoneTimeline) throws {
    try TotalsTable.invalidate(db, type: type, touched)
    if RingType.all.contains(type.identifier) { try SummaryTable.markStale(db, touched, timeline: timeline) }
  }

  /// The same where the ranks of a type's sources have changed, which can change every total of it.
  static func invalidateAll(_ db: Database, type: SampleTypeRow) throws {
    try TotalsTable.invalidateAll(db, type: type.id)
    if RingType.all.contains(type.identifier) { try SummaryTable.markAllStale(db) }
  }
}
