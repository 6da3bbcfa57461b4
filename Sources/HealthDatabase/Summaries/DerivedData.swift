import GRDB
import HealthModel

/// Values computed from samples and stored beside them: totals and day summaries.
enum DerivedData {
  /// Deletes or invalidates what a write to one type affects. Must run in its transaction, after the type's row and
  /// ranks have been written.
  ///
  /// - Parameter hasTotals: false for a type that is new, of which no totals can be stored.
  static func invalidate(
    _ db: Database, type: SampleTypeRow, _ touched: TouchedTimes, timeline: ZoneTimeline, hasTotals: Bool = true
  ) throws {
    if hasTotals { try TotalsTable.invalidate(db, type: type, touched) }
    if RingType.all.contains(type.identifier) { try SummaryTable.markStale(db, touched, timeline: timeline) }
  }

  /// The same if the ranks of a type's sources have changed, which can affect all of its totals.
  static func invalidateAll(_ db: Database, type: SampleTypeRow) throws {
    try TotalsTable.invalidateAll(db, type: type.id)
    if RingType.all.contains(type.identifier) { try SummaryTable.markAllStale(db) }
  }
}
