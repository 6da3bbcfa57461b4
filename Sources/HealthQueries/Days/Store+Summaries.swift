package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

extension Store {
  /// The summaries of every day of the range, including days without data.
  ///
  /// - Complexity: O(days); stale days are computed from their samples.
  package func summaries(_ days: ClosedRange<Day>) throws -> [DaySummary] {
    try read { db in try SummaryTable.fetch(db, days).map(\.summary) }
  }

  /// The summary of the day that contains the instant, where the user is.
  ///
  /// - Complexity: one indexed row if it exists and is not stale.
  package func summary(at now: Date) throws -> DaySummary {
    try read { db in
      if let summary = try SummaryTable.latest(db, at: now)?.summary, summary.interval.contains(now) { return summary }
      let timeline = try ZoneTimeline(db, around: now)
      let today = timeline.day(containing: now)
      return try SummaryTable.fetch(db, today...today, timeline: timeline)[0].summary
    }
  }

  /// The same as it is shown.
  package func shownSummary(at now: Date) throws -> DaySummary {
    let summary = try summary(at: now)
    guard !summary.knowsMoreThanMove, try knowOnlyMove(summary.day...summary.day) else { return summary }
    return summary.moveOnly
  }

  /// The day that contains the instant, where the user is.
  package func day(at now: Date) throws -> Day {
    try read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT day, end FROM day_summary WHERE start <= ? ORDER BY start DESC LIMIT 1"),
        arguments: [now.timeIntervalSinceReferenceDate])
      if let row, now.timeIntervalSinceReferenceDate < (try row.time(1, "day_summary")) {
        return try row.day(0, "day_summary")
      }
      return try ZoneTimeline(db, around: now).day(containing: now)
    }
  }

  /// What a clock shows at an instant, where the user is: the day, and the second of it.
  package func clock(at date: Date) throws -> (day: Day, second: Int) {
    try read { try ZoneTimeline($0, around: date).clock(date) }
  }

  /// The first and the last day with data, ignoring days after `latest`: a phone with a wrong clock writes samples in
  /// future years. nil in a store without data.
  package func knownDays(upTo latest: Day) throws -> ClosedRange<Day>? {
    try read { db in
      // A paused day without other data has a row too.
      let known = "SELECT day FROM day_summary WHERE day <= ? AND (basis != 0 OR stale != 0) ORDER BY day"
      var days: ClosedRange<Day>?
      if let first = try StoredDay.all(db, known + " LIMIT 1", [latest.number], table: "day_summary").first,
        let last = try StoredDay.all(db, known + " DESC LIMIT 1", [latest.number], table: "day_summary").first
      {
        days = first...last
      }
      // What a phone without a watch has of a person.
      if days == nil { days = try Self.days(db, RingType.ofPhone, upTo: latest) }
      guard try SummaryEngine.hasLongSamples(db) else { return days?.clamped(to: SampleBounds.days) }
      let timeline = try ZoneTimeline(db)
      let end = timeline.seconds(of: latest).upperBound
      for identifier in RingType.all {
        for span in try SampleTypeRow.fetch(db, identifier: identifier)?.longSpans(db, from: -.infinity, to: end) ?? []
        where span.lowerBound < end {
          let first = timeline.day(at: span.lowerBound)
          let last = min(latest, timeline.day(at: span.upperBound))
          days = days?.union(first...last) ?? first...last
        }
      }
      return days?.clamped(to: SampleBounds.days)
    }
  }

  /// The first and the last day on which a sample of these types began, up to `latest`; nil if there is none.
  ///
  /// - Parameter types: nil for all.
  package func days(ofTypes types: Set<String>?, upTo latest: Day) throws -> ClosedRange<Day>? {
    try read { db in
      let types = try types ?? String.fetchSet(db, sql: "SELECT identifier FROM sample_type")
      return try Self.days(db, types, upTo: latest)?.clamped(to: SampleBounds.days)
    }
  }

  private static func days(_ db: Database, _ types: Set<String>, upTo latest: Day) throws -> ClosedRange<Day>? {
    let timeline = try ZoneTimeline(db)
    let end = timeline.seconds(of: latest).upperBound
    var days: ClosedRange<Day>?
    for identifier in types {
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { continue }
      func start(_ order: String) throws -> Double? {
        try StoredTime.first(
          db, "SELECT start FROM sample WHERE type_id = ? AND start < ? ORDER BY start \(order) LIMIT 1",
          [type.id, end], table: "sample")
      }
      guard let first = try start("ASC"), let last = try start("DESC") else { continue }
      let own = timeline.day(at: first)...timeline.day(at: last)
      days = days?.union(own) ?? own
    }
    return days
  }

  /// Where the user was on which day.
  package func zoneTimeline() throws -> ZoneTimeline {
    try read { db in try ZoneTimeline(db) }
  }

  /// Computes and stores the stale days. The values that readers see do not change.
  package func materialize() throws {
    try write { db in try SummaryTable.materialize(db) }
  }

  /// The number of samples in the store.
  ///
  /// - Complexity: O(n).
  package func sampleCount() throws -> Int {
    try read { db in try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM sample")) ?? 0 }
  }
}
