package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel

/// Daily values for views over months and years.
extension Store {
  /// The start and the end of each day, where the user was, and its time zone.
  ///
  /// - Complexity: O(days).
  package func intervals(of days: ClosedRange<Day>) throws -> [(day: Day, interval: Range<Date>, zone: TimeZone)] {
    let timeline = try read { db in try ZoneTimeline(db, around: days) }
    var end = timeline.midnight(of: days.lowerBound)
    return days.map { day in
      let start = end
      end = timeline.midnight(of: day + 1)
      return (day, start..<end, timeline.zone(of: day))
    }
  }

  package func zone(of day: Day) throws -> TimeZone {
    try read { db in try ZoneTimeline(db, around: day...day).zone(of: day) }
  }

  /// The statistics of a quantity type in spans of time, from stored totals where possible. Sums are merged over the
  /// sources.
  ///
  /// - Parameter spans: ascending and without overlaps.
  /// - Returns: the statistics of each span, without durations and most recent values; nil without data.
  /// - Complexity: O(spans) if totals are stored, otherwise O(samples).
  package func statistics(_ type: String, over spans: [Range<Date>]) throws -> [BucketStatistics?] {
    guard !spans.isEmpty else { return [] }
    return try view(.everything).statistics(
      StatisticsRequest(samples: SampleRequest(type: type), buckets: spans, needsSamples: false)
    ).merged
  }

  /// The statistics of a quantity type for each day, from stored totals where possible; nil for days without samples.
  /// Sums are merged over the sources.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples of these days).
  package func dailyStatistics(_ identifier: String, _ days: ClosedRange<Day>) throws -> [BucketStatistics?] {
    guard try read({ try SampleTypeRow.fetch($0, identifier: identifier) }) != nil else { return days.map { _ in nil } }
    return try statistics(identifier, over: intervals(of: days).map(\.interval))
  }

  /// Whether more than one source has ever written samples of a type, those entered by hand counted apart.
  package func hasSeveralSources(_ identifier: String) throws -> Bool {
    try read { db in
      try SampleTypeRow.fetch(db, identifier: identifier).map { try SourceRanks(db, type: $0.id).count > 1 } ?? false
    }
  }

  /// What was measured of a quantity type in each quarter hour of spans of time, ascending, by the highest-ranked of the
  /// sources that measured in it.
  ///
  /// - Complexity: O(samples of these spans).
  package func quarters(_ identifier: String, in spans: [Range<Date>]) throws -> [[MeasuredQuarter]] {
    try read { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier)?.ofInstants else {
        return spans.map { _ in [] }
      }
      let ranks = try SourceRanks(db, type: type.id)
      return try spans.map { span in
        var quarters: [MeasuredQuarter] = []
        var last = (number: -Double.infinity, rank: 0)
        let (low, high) = (
          span.lowerBound.timeIntervalSinceReferenceDate, span.upperBound.timeIntervalSinceReferenceDate
        )
        guard low < high else { return quarters }
        try type.forEachSpan(db, from: low, to: high) { sample in
          guard sample.start >= low, sample.start < high, sample.value.isFinite else { return }
          let number = (sample.start / ChunkTotals.quarter).rounded(.down)
          let rank = ranks.rank(of: SourceRanks.Key(id: sample.provenance, isEnteredByHand: sample.isEnteredByHand))
          if number > last.number {
            quarters.append(MeasuredQuarter())
          } else if rank < last.rank {
            quarters[quarters.count - 1] = MeasuredQuarter()
          } else if rank > last.rank {
            return
          }
          last = (number, rank)
          quarters[quarters.count - 1].add(sample.value)
        }
        return quarters
      }
    }
  }

  /// When the newest sample of a ring ended, at the latest now; nil if there is none. One from the future, of a clock that
  /// was wrong, says nothing about when data came.
  ///
  /// - Complexity: O(log *n*) in the samples.
  package func newestRingSample(now: Date) throws -> Date? {
    let view = view(.everything)
    return try RingType.all.compactMap { type in
      try view.samples(
        [SampleRequest(type: type, filter: .start(.lessThanOrEqual, now))],
        sort: [SampleSort(.start, isAscending: false)], limit: 1
      ).samples.first.map { min($0.end, now) }
    }.max()
  }

  /// The amount of a type on each day: a sum, or that of `DayAmount`; nil without data.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples of these days).
  package func amounts(_ identifier: String, _ days: ClosedRange<Day>) throws -> [Double?] {
    if identifier == TypeIdentifier.appleStandHour { return try summaries(days).map(\.stand.value) }
    guard DayAmount.isTime(identifier) else { return try dailyStatistics(identifier, days).map { $0?.sum } }
    return try durations(
      identifier,
      over: identifier == TypeIdentifier.sleepAnalysis
        ? nightSpans(days).map(\.span) : intervals(of: days).map(\.interval))
  }

  /// How many seconds of each span the samples of a category type cover, from all sources, of sleep only those asleep; nil
  /// without any. Time that two sources record counts once.
  ///
  /// - Parameter spans: ascending and without overlaps.
  /// - Complexity: O(k) in the samples of these spans.
  package func durations(_ identifier: String, over spans: [Range<Date>]) throws -> [Double?] {
    try read { db in
      var covered = [Double?](repeating: nil, count: spans.count)
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else { return covered }
      let isSleep = identifier == TypeIdentifier.sleepAnalysis
      var spans = TimeRanges(
        spans.map { $0.lowerBound.timeIntervalSinceReferenceDate..<$0.upperBound.timeIntervalSinceReferenceDate })
      var coveredUntil = -Double.infinity
      try type.forEachSpan(db, from: spans.bounds.lowerBound, to: spans.bounds.upperBound) { sample in
        guard let value = Int(exactly: sample.value), !isSleep || CategoryValueSets.asleep.contains(value) else {
          return
        }
        // Samples are sorted by start, so the covered time is described by one edge.
        let start = max(sample.start, coveredUntil)
        coveredUntil = max(coveredUntil, sample.end)
        guard start < sample.end else { return }
        spans.forEach(from: start, to: sample.end) { index, span in
          let part = min(sample.end, span.upperBound) - max(start, span.lowerBound)
          covered[index] = (covered[index] ?? 0) + part
        }
      }
      return covered
    }
  }
}
