import Foundation
import GRDB
import HealthModel

/// Invalidates day summaries after a change of the timeline.
enum ZoneChange {
  /// Marks every day whose limits have changed. Must run in the transaction that changed the zones.
  ///
  /// - Complexity: O(days with summaries), however far apart they are.
  static func apply(_ db: Database, from old: ZoneTimeline) throws {
    let new = try ZoneTimeline(db)
    guard new != old else { return }
    var moved: [Day] = []
    var looked = Day(number: .min)
    for number in try Int.fetchAll(db, sql: "SELECT day FROM day_summary ORDER BY day") {
      // A day beside a shifted one may gain samples without having had a row.
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
