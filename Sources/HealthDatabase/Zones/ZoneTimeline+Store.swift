package import Foundation
package import GRDB
package import HealthModel

extension ZoneTimeline {
  /// The timeline of the store; GMT in a store without a home zone.
  ///
  /// - Complexity: O(days that name a zone). Pass the days if only a few are needed.
  package init(_ db: Database) throws {
    let home = try Self.home(db)
    let named = try Self.changes(db, from: .min, to: .max)
    self.init(home: home, named: try Self.adding(claimsOf: db, from: .min, to: .max, to: named, home: home))
  }

  /// The timeline for some days, and for the two before and the three after them. For others its values are
  /// undefined.
  ///
  /// - Complexity: O(log n + days).
  package init(_ db: Database, around days: ClosedRange<Day>) throws {
    let low = Int64(days.lowerBound.number) - 2
    let high = Int64(days.upperBound.number) + 3
    let before = try RawStatement(db, "SELECT day FROM zone_day WHERE day < ? ORDER BY day DESC LIMIT 1")
    before.bind(1, low)
    defer { before.reset() }
    let first = try before.step() ? before.int64(0) : low
    let changes = try Self.changes(db, from: first, to: high)
    // An unknown identifier leaves the previous one unchanged, however long before that was named.
    if first < low, let zone = changes.first?.zone, TimeZone(identifier: zone) == nil {
      try self.init(db)
    } else {
      let home = try Self.home(db)
      self.init(home: home, named: try Self.adding(claimsOf: db, from: low, to: high, to: changes, home: home))
    }
  }

  /// The same for the days that contain an instant in any zone.
  package init(_ db: Database, around date: Date) throws {
    let day = Day.containing(date.timeIntervalSince1970).day
    try self.init(db, around: day - 1...day + 1)
  }

  private static func home(_ db: Database) throws -> String {
    try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone'")) ?? "GMT"
  }

  /// The days that name a different zone than the previous such day. Nearly every day names the same zone, so only
  /// the changes are decoded.
  private static func changes(_ db: Database, from first: Int64, to last: Int64) throws -> [(day: Day, zone: String)] {
    let named = try RawStatement(db, "SELECT day, zone FROM zone_day WHERE day BETWEEN ? AND ? ORDER BY day")
    named.bind(1, first)
    named.bind(2, last)
    defer { named.reset() }
    var changes: [(day: Day, zone: String)] = []
    var current: [UInt8]?
    while try named.step() {
      let zone = named.blob(1)
      if let current, current.elementsEqual(zone) { continue }
      guard named.isText(1) else { throw DamagedValue(table: "zone_day") }
      current = Array(zone)
      changes.append((try StoredDay.checked(named.int64(0), "zone_day"), named.text(1)))
    }
    return changes
  }

  /// Inserts the zones that programs name and that hold (see `ZoneMark`), each for its day alone.
  private static func adding(
    claimsOf db: Database, from first: Int64, to last: Int64, to named: [(day: Day, zone: String)], home: String
  ) throws -> [(day: Day, zone: String)] {
    // A store of an earlier format has no such table.
    guard let claims = try? RawStatement(db, Self.claims) else { return named }
    claims.bind(1, first)
    claims.bind(2, last)
    defer { claims.reset() }
    var zones = Dictionary(named.map { ($0.day, $0.zone) }) { first, _ in first }
    var claimed: [Day: String] = [:]
    while try claims.step() {
      let day = try StoredDay.checked(claims.int64(0), "zone_claim")
      if claimed[day] == nil { claimed[day] = claims.text(1) }
    }
    guard !claimed.isEmpty else { return named }
    for (day, zone) in claimed {
      zones[day] = zone
      guard zones[day + 1] == nil, claimed[day + 1] == nil else { continue }
      zones[day + 1] = named.last { $0.day <= day }?.zone ?? home
    }
    return zones.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The day after a finished one has begun everywhere 14 hours after it has begun in UTC.
  private static let claims = """
    SELECT day, zone FROM zone_claim WHERE day BETWEEN ? AND ? AND samples >= 2
      AND NOT EXISTS (SELECT 1 FROM zone_day WHERE zone_day.day = zone_claim.day)
      AND NOT EXISTS (
        SELECT 1 FROM apple_summary WHERE apple_summary.day = zone_claim.day
          AND export_date >= (zone_claim.day + 1) * 86400.0 - 978307200 + 50400)
    ORDER BY day, samples DESC, zone
    """
}

/// Adjusts what has been computed to a change of the timeline.
enum ZoneChange {
  /// Marks every day whose limits have changed. Must run in the transaction that changed the zones.
  ///
  /// - Complexity: O(days with summaries), however far apart they are.
  static func apply(_ db: Database, from old: ZoneTimeline) throws {
    let new = try ZoneTimeline(db)
    guard new != old else { return }
    var moved: [Day] = []
    var looked = Day.distantPast
    for known in try StoredDay.all(db, "SELECT day FROM day_summary ORDER BY day", table: "day_summary") {
      // A day beside a shifted one may gain samples without having had a row.
      for day in [known - 1, known, known + 1] where day > looked {
        looked = day
        if old.interval(of: day) != new.interval(of: day) {
          moved += [day - 1, day, day + 1]
        }
      }
    }
    try AppleBase.follow(db, Set(moved).sorted(), from: old, to: new)
    try SummaryTable.markStale(db, Set(moved), timeline: new)
  }
}
