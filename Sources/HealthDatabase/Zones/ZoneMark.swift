import Foundation
import GRDB
import HealthModel

/// The time zone named by a record.
///
/// A record of the wearer's watch or phone says where the wearer was: its zone holds from its day until another day names
/// another. A program may write any zone, and some write UTC always: what programs name holds for that day alone, if at
/// least two of their samples name it, no device names one, and Apple has not summarized the finished day.
struct ZoneMark: Hashable {
  var zone: String
  /// The end of the record, seconds since the reference date.
  var end: Double
  var isFromDevice: Bool

  init(zone: String, end: Double, source: SourceRank.Class) {
    self.zone = zone
    self.end = end
    isFromDevice = source == .watch || source == .phone
  }

  /// The civil day in which the record ends, in the zone that it names.
  func day(_ names: inout ZoneNames) -> Day? {
    names.zone(zone).map { ZoneTimeline.civilDay(of: Date(timeIntervalSinceReferenceDate: end), in: $0) }
  }

  /// Whether people live in the zone: `UTC` and `Etc/GMT+1` are written by programs that do not know where they are.
  private var isPlace: Bool { zone.contains("/") && !zone.hasPrefix("Etc/") }

  /// Stores the marks; of several of devices on one day, the one that ends first takes precedence.
  ///
  /// The day begins where the user wakes up. A nap or a night that begins before midnight in the zone of arrival must
  /// not move the whole day of departure there.
  ///
  /// - Parameter marks: each with the number of its samples.
  /// - Returns: whether the zone of any day may have changed.
  static func record(
    _ db: Database, _ marks: [ZoneMark: Int], names: inout ZoneNames
  ) throws -> Bool {
    struct Claim: Hashable {
      var day: Day
      var zone: String
    }
    var first: [Day: ZoneMark] = [:]
    var claims: [Claim: Int] = [:]
    for (mark, samples) in marks {
      guard let day = mark.day(&names) else { continue }
      guard mark.isFromDevice else {
        if mark.isPlace { claims[Claim(day: day, zone: mark.zone), default: 0] += samples }
        continue
      }
      if let known = first[day], (known.end, known.zone) <= (mark.end, mark.zone) { continue }
      first[day] = mark
    }
    var hasChanged = !claims.isEmpty
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO zone_day (day, zone, named_at) VALUES (?, ?, ?)
        ON CONFLICT (day) DO UPDATE SET zone = excluded.zone, named_at = excluded.named_at
        WHERE (excluded.named_at, excluded.zone) < (named_at, zone)
        """)
    for (day, mark) in first {
      try statement.execute(arguments: [day.number, mark.zone, mark.end])
      if db.changesCount > 0 { hasChanged = true }
    }
    let claim = try db.cachedStatement(
      sql: """
        INSERT INTO zone_claim (day, zone, samples) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET samples = samples + excluded.samples
        """)
    for (key, samples) in claims { try claim.execute(arguments: [key.day.number, key.zone, samples]) }
    return hasChanged
  }
}

extension ZoneMark {
  /// For more days than this, one pass over all samples that name a zone is faster than one for each day.
  private static let mostSpans = 32

  /// Recomputes, from the remaining samples, the zones of days whose marks were deleted.
  static func takeBack(_ db: Database, _ marks: some Sequence<ZoneMark>, names: inout ZoneNames) throws {
    let days = Set(marks.compactMap { $0.day(&names) })
    guard let first = days.min(), let last = days.max() else { return }
    for table in ["zone_day", "zone_claim"] {
      let delete = try db.cachedStatement(sql: "DELETE FROM \(table) WHERE day = ?")
      for day in days { try delete.execute(arguments: [day.number]) }
    }
    var others: [ZoneMark: Int] = [:]
    for span in days.count > mostSpans ? [first...last] : days.map({ $0...$0 }) {
      // A day in any zone is within 14 hours of the same day in UTC.
      let low = Date(timeIntervalSince1970: Double(span.lowerBound.number) * 86_400).timeIntervalSinceReferenceDate
      let high = Date(timeIntervalSince1970: Double(span.upperBound.number) * 86_400).timeIntervalSinceReferenceDate
      for mark in try remaining(db, from: low - 50_400, to: high + 86_400 + 50_400) {
        // A sample near midnight is found for both days.
        guard let day = mark.day(&names), span.contains(day), days.contains(day) else { continue }
        others[mark, default: 0] += 1
      }
    }
    _ = try record(db, others, names: &names)
  }

  private static let sourceClass =
    "(SELECT class FROM provenance JOIN source ON source.id = source_id WHERE provenance.id = provenance_id)"

  /// The marks of the samples that end in a span.
  ///
  /// - Complexity: O(t log n + k) for t types and k samples that start in the span or at most a day before.
  private static func remaining(_ db: Database, from low: Double, to high: Double) throws -> [ZoneMark] {
    guard
      let key = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT id FROM metadata_key WHERE name = ?"), arguments: [MetadataKey.timeZone])
    else { return [] }
    let naming = "metadata_id IN (SELECT set_id FROM metadata_entry WHERE key_id = ?1)"
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT metadata_id, end, \(sourceClass) FROM sample INDEXED BY sample_by_type_and_start
          WHERE type_id IN (SELECT id FROM sample_type) AND start BETWEEN ?2 - 86400 AND ?3 AND end BETWEEN ?2 AND ?3
            AND \(naming)
          UNION ALL
          SELECT metadata_id, end, \(sourceClass) FROM sample INDEXED BY sample_longer_than_a_day
          WHERE type_id IN (SELECT id FROM sample_type) AND start < ?2 - 86400 AND end BETWEEN ?2 AND ?3
            AND end - start > 86400 AND \(naming)
          """), arguments: [key, low, high])
    var zones: [Int64: String?] = [:]
    var marks: [ZoneMark] = []
    while let row = try rows.next() {
      let set = try row.value(0, "sample") as Int64
      let zone: String?
      if let known = zones[set] {
        zone = known
      } else {
        zone = try self.zone(db, set: set)
        zones[set] = .some(zone)
      }
      let source = SourceRank.Class(rawValue: try row.value(2, "source")) ?? .other
      if let zone { marks.append(ZoneMark(zone: zone, end: try row.value(1, "sample"), source: source)) }
    }
    return marks
  }

  /// The zone in a set of metadata.
  static func zone(_ db: Database, set: Int64) throws -> String? {
    let statement = try db.cachedStatement(sql: "SELECT content FROM metadata_set WHERE id = ?")
    guard let content = try String.fetchOne(statement, arguments: [set]),
      case .text(let zone) = try MetadataCoding.decode(content)[MetadataKey.timeZone]
    else { return nil }
    return zone
  }
}
