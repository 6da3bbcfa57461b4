import Foundation
import GRDB
import HealthModel

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

extension ZoneMark {
  /// The mark of a record, nil where its metadata name no zone.
  init?(metadata content: String, end: Double) throws {
    guard case .text(let zone) = try MetadataCoding.decode(content)[MetadataKey.timeZone] else { return nil }
    self.init(zone: zone, end: end)
  }

  /// Finds anew what the remaining samples say of the days of marks whose records are gone.
  static func takeBack(_ db: Database, _ marks: some Sequence<ZoneMark>) throws {
    var others: [ZoneMark] = []
    for day in Set(marks.compactMap(\.day)) {
      try db.execute(sql: "DELETE FROM zone_day WHERE day = ?", arguments: [day.number])
      // A day of some zone lies within 14 hours of the same day of UTC.
      let start = Date(timeIntervalSince1970: Double(day.number) * 86_400).timeIntervalSinceReferenceDate
      others += try remaining(db, from: start - 50_400, to: start + 86_400 + 50_400).filter { $0.day == day }
    }
    _ = try record(db, others)
  }

  /// The marks of the samples that end in a span.
  ///
  /// - Complexity: O(t log n + k) for t types and k samples that start in the span or at most a day before.
  private static func remaining(_ db: Database, from low: Double, to high: Double) throws -> [ZoneMark] {
    let naming = """
      metadata_id IN (SELECT set_id FROM metadata_entry WHERE key_id = (SELECT id FROM metadata_key WHERE name = ?1))
      """
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT content, end FROM sample INDEXED BY sample_by_type_and_start
        JOIN metadata_set ON metadata_set.id = metadata_id
        WHERE type_id IN (SELECT id FROM sample_type) AND start BETWEEN ?2 - 86400 AND ?3 AND end BETWEEN ?2 AND ?3
          AND \(naming)
        UNION ALL
        SELECT content, end FROM sample INDEXED BY sample_longer_than_a_day
        JOIN metadata_set ON metadata_set.id = metadata_id
        WHERE type_id IN (SELECT id FROM sample_type) AND start < ?2 - 86400 AND end BETWEEN ?2 AND ?3
          AND end - start > 86400 AND \(naming)
        """, arguments: [MetadataKey.timeZone, low, high])
    return try rows.compactMap { try ZoneMark(metadata: $0[0], end: $0[1]) }
  }
}
