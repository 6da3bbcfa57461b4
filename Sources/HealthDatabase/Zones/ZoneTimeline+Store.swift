import Foundation
import GRDB
import HealthModel

extension ZoneTimeline {
  /// The timeline as the store has it; GMT in a store that was never told where home is.
  init(_ db: Database) throws {
    let home = try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone'")) ?? "GMT"
    // Nearly every day names the zone of the day before. Decoding all of them would be most of what a status line costs
    // after ten years.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT day, zone FROM zone_day AS named
          WHERE zone IS NOT (SELECT zone FROM zone_day WHERE day < named.day ORDER BY day DESC LIMIT 1)
          ORDER BY day
          """))
    self.init(home: home, named: try rows.map { (try $0.day(0, "zone_day"), try $0.value(1, "zone_day")) })
  }
}
