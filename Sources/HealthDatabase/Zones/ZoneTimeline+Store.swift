import Foundation
import GRDB
import HealthModel

extension ZoneTimeline {
  /// The timeline as the store has it; GMT in a store that was never told where home is.
  init(_ db: Database) throws {
    let home = try String.fetchOne(db, sql: "SELECT value FROM info WHERE key = 'home_zone'") ?? "GMT"
    let rows = try Row.fetchAll(db, sql: "SELECT day, zone FROM zone_day ORDER BY day")
    self.init(home: home, named: rows.map { (Day(number: $0[0]), $0[1]) })
  }
}

/// A record's word on where its wearer was.
struct ZoneMark: Hashable {
  var zone: String
  /// The end of the record, seconds since the reference date.
  var end: Double

  /// The civil day in which the record ends, in the zone that it names.
  var day: Day? {
    TimeZone(identifier: zone).map {
      ZoneTimeline.civilDay(of: Date(timeIntervalSinceReferenceDate: end), in: $0)
    }
  }

  /// Notes the marks; of several on one day the one that ends first holds.
  ///
  /// The day begins where the wearer wakes. A nap or a night that begins before midnight in the zone of arrival must
  /// not move the whole day of departure there.
  ///
  /// - Returns: whether any day's zone is another now.
  static func record(_ db: Database, _ marks: some Sequence<ZoneMark>) throws -> Bool {
    var first: [Day: ZoneMark] = [:]
    for mark in marks {
      guard let day = mark.day else { continue }
      if let known = first[day], (known.end, known.zone) <= (mark.end, mark.zone) { continue }
      first[day] = mark
    }
    var hasChanged = false
    for (day, mark) in first {
      try db.execute(
        sql: """
          INSERT INTO zone_day (day, zone, named_at) VALUES (?, ?, ?)
          ON CONFLICT (day) DO UPDATE SET zone = excluded.zone, named_at = excluded.named_at
          WHERE (excluded.named_at, excluded.zone) < (named_at, zone)
          """, arguments: [day.number, mark.zone, mark.end])
      if db.changesCount > 0 { hasChanged = true }
    }
    return hasChanged
  }
}
