import Foundation
import GRDB
import HealthModel

/// What a write tells the derived data.
enum Derived {
  /// Marks all totals of types whose sources rank otherwise among each other now.
  static func markReranked(_ db: Database, types: Set<Int64>) throws {
    var isRing = false
    for type in types {
      try TotalsTable.invalidateAll(db, type: type)
      guard let row = try SampleTypeRow.fetch(db, id: type) else { continue }
      if RingType.all.contains(row.identifier) { isRing = true }
    }
    if isRing { try SummaryTable.markAllStale(db) }
  }
}

extension TouchedTimes {
  /// The civil days that the times lie on.
  func insertDays(into days: inout SpanSet, timeline: ZoneTimeline) {
    for span in short.spans + long.spans {
      let times = Self.times(span)
      let first = timeline.day(containing: Date(timeIntervalSinceReferenceDate: times.lowerBound))
      let last = timeline.day(containing: Date(timeIntervalSinceReferenceDate: times.upperBound))
      days.insert(first.number...max(first, last).number)
    }
  }
}
