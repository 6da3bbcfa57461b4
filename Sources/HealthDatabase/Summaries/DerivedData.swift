package import GRDB
package import HealthModel

/// Values computed from samples and stored beside them: totals and day summaries.
package enum DerivedData {
  /// Tables that contain only values derived from samples, goals and Apple's rows.
  package static let tables: Set<String> = ["total", "day_summary", "source_type"]

  /// Deletes or invalidates what a write to one type affects. Must run in its transaction, after the type's row and
  /// ranks have been written.
  ///
  /// - Parameter hasTotals: false for a type that is new, of which no totals can be stored.
  /// - Returns: whether the totals of all affected days are stored.
  @discardableResult
  static func invalidate(
    _ db: Database, type: SampleTypeRow, _ touched: TouchedTimes, timeline: @autoclosure () throws -> ZoneTimeline,
    hasTotals: Bool = true
  ) throws -> Bool {
    let areStored = try hasTotals && TotalsTable.invalidate(db, type: type, touched)
    if RingType.all.contains(type.identifier) { try SummaryTable.markStale(db, touched, timeline: timeline()) }
    return areStored
  }

  /// The same if the ranks of a type's sources have changed, which can affect all of its totals.
  static func invalidateAll(_ db: Database, type: SampleTypeRow) throws {
    try TotalsTable.invalidateAll(db, type: type.id)
    if RingType.all.contains(type.identifier) { try SummaryTable.markAllStale(db) }
  }

  // MARK: - From all samples

  /// Deletes all derived values and recomputes them.
  package static func rebuild(_ db: Database) throws {
    try rebuildRanks(db)
    try db.execute(sql: "DELETE FROM total")
    try db.execute(sql: "DELETE FROM day_summary")
    let timeline = try ZoneTimeline(db)
    var days = try daysWithData(db, timeline)
    for row in try Row.fetchAll(db, sql: "SELECT first_day, last_day FROM pause") {
      let first: Day = try row.day(0, "pause")
      let last: Day = try row.day(1, "pause")
      // A damaged store may contain any day.
      if first <= last { days.formUnion((first...last).clamped(to: SampleBounds.days)) }
    }
    try SummaryTable.markStale(db, days, timeline: timeline)
    try SummaryTable.materialize(db)
    try TotalsTable.materialize(db)
    try DerivedVersion.store(db)
  }

  /// The days for which Apple's rows or samples may result in a summary.
  ///
  /// - Complexity: O(n) in the samples of the rings.
  package static func daysWithData(_ db: Database, _ timeline: ZoneTimeline) throws -> Set<Day> {
    var days = Set(try StoredDay.all(db, "SELECT DISTINCT day FROM apple_summary", table: "apple_summary"))
    for identifier in RingType.all {
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { continue }
      var touched = TouchedTimes()
      try type.forEachSpan(db, from: -.infinity, to: .infinity) { touched.add(start: $0.start, end: $0.end) }
      for span in SummaryTable.days(touched.short, timeline) { days.formUnion(span.lazy.map(Day.init(number:))) }
    }
    return days
  }

  /// The longest duration of each type's samples: the minimum for `sample_type`.
  package static let lengths = """
    SELECT type_id, max(CASE WHEN end - start <= 86400 THEN end - start ELSE 0 END) AS longest,
      max(end - start > 86400) AS has_long FROM sample GROUP BY type_id
    """

  static func rebuildRanks(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM source_type;
        INSERT INTO source_type (type_id, source_id, entered, first_start, uses)
          SELECT type_id, source_id, flags & \(SampleFlag.enteredByHand), min(start), count(*)
          FROM sample JOIN provenance ON provenance.id = provenance_id GROUP BY 1, 2, 3;
        UPDATE sample_type SET longest = own.longest, has_long = own.has_long
          FROM (\(lengths)) AS own WHERE own.type_id = sample_type.id;
        """)
  }
}
