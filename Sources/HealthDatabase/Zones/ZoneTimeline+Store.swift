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
