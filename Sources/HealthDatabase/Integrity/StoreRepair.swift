import Foundation
import GRDB
import HealthModel

/// Repairs everything that can be computed from other data.
enum StoreRepair {
  /// Tables that contain only values derived from samples, goals and Apple's rows.
  static let derivedTables: Set<String> = ["total", "day_summary", "source_type"]

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
    if !codes.isDisjoint(with: derived) { try rebuildDerived(db) }
  }

  /// Deletes all derived values and recomputes them.
  static func rebuildDerived(_ db: Database) throws {
    try DerivedCheck.rebuildRanks(db)
    try db.execute(sql: "DELETE FROM total")
    try db.execute(sql: "DELETE FROM day_summary")
    let timeline = try ZoneTimeline(db)
    var days = try daysWithData(db, timeline)
    for row in try Row.fetchAll(db, sql: "SELECT first_day, last_day FROM pause") {
      let first: Day = try row.day(0, "pause")
      let last: Day = try row.day(1, "pause")
      if first <= last { days.formUnion(first...last) }
    }
    try SummaryTable.markStale(db, days, timeline: timeline)
    try SummaryTable.materialize(db)
    try TotalsTable.materialize(db)
    try DerivedVersion.store(db)
  }

  /// The days for which Apple's rows or samples may result in a summary.
  ///
  /// - Complexity: O(n) in the samples of the rings.
  static func daysWithData(_ db: Database, _ timeline: ZoneTimeline) throws -> Set<Day> {
    var days = Set(try StoredDay.all(db, "SELECT DISTINCT day FROM apple_summary", table: "apple_summary"))
    for identifier in RingType.all {
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { continue }
      var touched = TouchedTimes()
      try type.forEachSpan(db, from: -.infinity, to: .infinity) { touched.add(start: $0.start, end: $0.end) }
      for span in SummaryTable.days(touched.short, timeline) { days.formUnion(span.lazy.map(Day.init(number:))) }
    }
    return days
  }

  // MARK: - Zones

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
