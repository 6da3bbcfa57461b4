import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Repairs everything that can be computed from other data.
enum StoreRepair {
  static func run(_ db: Database, _ codes: Set<StoreReport.Finding.Code>) throws {
    if codes.contains(.missingRow) {
      for reference in StoreReference.all { try reference.repair(db) }
    }
    if codes.contains(.wrongHistory) { try ImportRows.recount(db) }
    if codes.contains(.unknownZone) { try forgetUnknownZones(db) }
    if codes.contains(.wrongReferences) { try SharedRowCheck.repair(db) }
    let derived: Set<StoreReport.Finding.Code> = [
      .damagedValue, .missingRow, .unknownZone, .wrongReferences, .wrongRanks, .wrongTotals, .wrongSummaries,
    ]
    if !codes.isDisjoint(with: derived) { try DerivedData.rebuild(db) }
  }

  static func unknownZones(_ db: Database) throws -> [String] {
    let named = try String.fetchAll(db, sql: "SELECT DISTINCT zone FROM zone_day ORDER BY zone")
    let home = try String.fetchAll(db, sql: "SELECT value FROM info WHERE key = 'home_zone'")
    return (home + named).filter { TimeZone(identifier: $0) == nil }
  }

  private static func forgetUnknownZones(_ db: Database) throws {
    for zone in try unknownZones(db) { try db.execute(sql: "DELETE FROM zone_day WHERE zone = ?", arguments: [zone]) }
    let home = try String.fetchOne(db, sql: "SELECT value FROM info WHERE key = 'home_zone'")
    if let home, TimeZone(identifier: home) == nil {
      // As in a store without a choice: the next import chooses again.
      try db.execute(sql: "DELETE FROM info WHERE key IN ('home_zone', 'home_zone_reason', 'home_zone_is_final')")
    }
  }
}
