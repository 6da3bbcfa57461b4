import Foundation
import GRDB
import HealthModel

extension HomeZoneChoice {
  /// Chooses by what the user configured, what the data name, the system and the printed offset, in this order.
  static func make(_ db: Database, options: ImportOptions, header: ImportHeader) throws -> HomeZoneChoice {
    if let configured = options.configuredZone, TimeZone(identifier: configured) != nil {
      return HomeZoneChoice(zone: configured, reason: .configured)
    }
    // A day counts once, so that a trip with many workouts does not outweigh months at home.
    let named = try String.fetchAll(
      db, sql: "SELECT zone FROM zone_day GROUP BY zone ORDER BY count(*) DESC, max(day) DESC")
    if let zone = named.first(where: { TimeZone(identifier: $0) != nil }) {
      return HomeZoneChoice(zone: zone, reason: .namedByData)
    }
    let system = TimeZone(identifier: options.systemZone)
    guard let printed = header.printedOffset else {
      return HomeZoneChoice(zone: system == nil ? "GMT" : options.systemZone, reason: .system)
    }
    if let system, system.secondsFromGMT(for: header.exportDate ?? options.now) == printed {
      return HomeZoneChoice(zone: options.systemZone, reason: .system)
    }
    return HomeZoneChoice(zone: TimeZone(secondsFromGMT: printed)?.identifier ?? "GMT", reason: .printedOffset)
  }

  /// - Parameter isFinal: false while the import that chooses is still running. The next run then chooses again.
  func store(_ db: Database, isFinal: Bool) throws {
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO info (key, value)
        VALUES ('home_zone', ?), ('home_zone_reason', ?), ('home_zone_is_final', ?)
        """, arguments: [zone, reason.rawValue, isFinal])
  }

  /// Whether the store knows where home is and will not ask the data again.
  static func isFinal(_ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT value FROM info WHERE key = 'home_zone_is_final'") ?? false
  }
}
