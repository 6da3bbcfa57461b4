package import Foundation
import HealthDatabase
package import HealthModel

/// What HealthKit does not have, in the package's own values. All of these throw `StoreError`.
extension HKHealthStore {
  /// The summaries of every day of the range, including days without data.
  package func summaries(_ days: ClosedRange<Day>) throws -> [DaySummary] {
    try connection.reading().summaries(days)
  }

  /// The summary of the user's day that contains the instant: one indexed row.
  package func summary(at now: Date) throws -> DaySummary {
    try connection.reading().summary(at: now)
  }

  /// The user's day that contains the instant.
  package func day(at now: Date) throws -> Day {
    try connection.reading().day(at: now)
  }

  /// The first and last day with data, up to a given day.
  package func knownDays(upTo latest: Day) throws -> ClosedRange<Day>? {
    try connection.reading().knownDays(upTo: latest)
  }

  /// The start and the end of each day, where the user was.
  package func intervals(of days: ClosedRange<Day>) throws -> [(day: Day, interval: Range<Date>)] {
    let timeline = try connection.reading().zoneTimeline()
    return days.map { ($0, timeline.interval(of: $0)) }
  }

  /// The identifier of the time zone of the day.
  package func zone(of day: Day) throws -> TimeZone {
    try connection.reading().zoneTimeline().zone(of: day)
  }

  /// Steps, distance and the hours of a day.
  package func activity(_ day: Day) throws -> DayActivity {
    try connection.reading().activity(day)
  }

  /// The same for several ascending days, in one read.
  package func activities(_ days: [Day]) throws -> [DayActivity] {
    try connection.reading().activities(days)
  }

  /// The statistics of a quantity type for each day, from stored totals where possible; nil for days without samples.
  /// Sums are merged over the sources.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples of these days).
  package func dailyStatistics(_ identifier: String, _ days: ClosedRange<Day>) throws -> [BucketStatistics?] {
    try connection.reading().dailyStatistics(identifier, days)
  }

  /// Seconds asleep in the night that ends on each day; nil without data.
  package func sleep(_ days: ClosedRange<Day>) throws -> [Double?] {
    try connection.reading().sleep(days)
  }

  /// Every workout sorted by start, with the properties that awards need.
  package func workoutMarks() throws -> [WorkoutMark] {
    try connection.reading().workoutMarks()
  }

  /// Every type of which the store contains samples.
  ///
  /// - Complexity: O(*n*) in the samples, by an index.
  package func typeOverview() throws -> [TypeOverview] {
    try connection.reading().typeOverview()
  }

  /// When the newest sample of a ring ended; nil if there is none.
  ///
  /// - Complexity: O(log *n*) in the samples.
  package func newestRingSample() throws -> Date? {
    let view = try connection.reading().view(.everything)
    let types: [HKSampleType] = [
      HKQuantityType(.activeEnergyBurned), HKQuantityType(.appleMoveTime), HKQuantityType(.appleExerciseTime),
      HKCategoryType(.appleStandHour),
    ]
    return try types.compactMap { type in
      try view.samples(
        [SampleRequest(type: type.identifier)], sort: [SampleSort(.start, isAscending: false)], limit: 1
      ).samples.first?.end
    }.max()
  }

  /// Apple's own numbers and ours.
  package func audit(_ days: ClosedRange<Day>) throws -> [DayAudit] {
    try connection.reading().audit(days)
  }

  /// The argument with which SQLite's shell opens the state that this store shows.
  package var nameForSQLite: String {
    get throws { try connection.reading().nameForSQLite }
  }

  /// True if the directory is not writable, so that the latest commits may be missing.
  package var isSnapshot: Bool {
    (try? connection.reading().isSnapshot) ?? false
  }
}
