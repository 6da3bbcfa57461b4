import Foundation
import GRDB
import HealthModel

/// What a change of the timeline does to the days that are already summarised.
enum ZoneChange {
  /// Marks every day whose instants are others now. Must run in the transaction that changed the zones.
  static func apply(_ db: Database, from old: ZoneTimeline) throws {
    let new = try ZoneTimeline(db)
    guard new != old,
      let first = try Int.fetchOne(db, sql: "SELECT min(day) FROM day_summary"),
      let last = try Int.fetchOne(db, sql: "SELECT max(day) FROM day_summary")
    else { return }
    // A day next to a moved one may gain samples without having had a row.
    var moved: Set<Day> = []
    for day in Day(number: first - 1)...Day(number: last + 1) where old.interval(of: day) != new.interval(of: day) {
      moved.formUnion([day - 1, day, day + 1])
    }
    try SummaryTable.markStale(db, moved, timeline: new)
  }
}
