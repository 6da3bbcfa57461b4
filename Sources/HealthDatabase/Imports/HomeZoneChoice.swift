import Foundation
import GRDB
import HealthModel

/// Which zone the wearer is taken to live in, and why. Made at the first import and never changed silently.
package struct HomeZoneChoice: Sendable, Hashable {
  package enum Reason: String, Sendable {
    /// The user's configuration says so.
    case configured
    /// Most records that name a zone name this one.
    case namedByData
    /// No record names one, and the system's zone had the printed offset when the export was made.
    case system
    /// Neither: the printed offset itself, which knows no summer time. The user should configure a zone.
    case printedOffset
  }

  package var zone: String
  package var reason: Reason

  static func make(_ db: Database, options: ImportSession.Options, header: ImportHeader) throws -> HomeZoneChoice {
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

  static func store(_ db: Database, _ choice: HomeZoneChoice) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO info (key, value) VALUES ('home_zone', ?), ('home_zone_reason', ?)",
      arguments: [choice.zone, choice.reason.rawValue])
  }
}
