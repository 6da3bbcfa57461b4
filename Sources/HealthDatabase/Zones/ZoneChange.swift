import Foundation
import GRDB
import HealthModel

/// What a change of the timeline does to the days that are already summarised.
enum ZoneChange {
  /// Marks every day whose instants are others now. Must run in the transaction that changed the zones.
  ///
  /// - Complexity: O(days that are summarised), however far apart they lie.
  static func apply(_ db: Database, from old: ZoneTimeline) throws {
    let new = try ZoneTimeline(db)
    guard new != old else { return }
    var moved: [Day] = []
    var looked = Day(number: .min)
    for number in try Int.fetchAll(db, sql: "SELECT day FROM day_summary ORDER BY day") {
      // A day next to a moved one may gain samples without having had a row.
      for day in [Day(number: number - 1), Day(number: number), Day(number: number + 1)] where day > looked {
        looked = day
        if old.interval(of: day) != new.interval(of: day) {
          moved += [day - 1, day, day + 1]
        }
      }
    }
    try SummaryTable.markStale(db, Set(moved), timeline: new)
  }
}
