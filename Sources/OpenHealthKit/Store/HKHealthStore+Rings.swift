package import Foundation
import HealthDatabase
package import HealthModel

/// What HealthKit has no name for, in the package's own values. All of these throw `StoreError`.
extension HKHealthStore {
  /// The summaries of every day of the range, also of days without data.
  package func summaries(_ days: ClosedRange<Day>) throws -> [DaySummary] {
    try door.reading().summaries(days)
  }

  /// The summary of the user's day that holds the instant: one indexed row.
  package func summary(at now: Date) throws -> DaySummary {
    try door.reading().summary(at: now)
  }

  /// The user's day that holds the instant.
  package func day(at now: Date) throws -> Day {
    try door.reading().day(at: now)
  }

  /// The first and last day that anything is known of, up to a day.
  package func knownDays(upTo latest: Day) throws -> ClosedRange<Day>? {
    try door.reading().knownDays(upTo: latest)
  }

  /// From which instant to which each day runs, where the user is or was.
  package func intervals(of days: ClosedRange<Day>) throws -> [(day: Day, interval: Range<Date>)] {
    let timeline = try door.reading().zoneTimeline()
    return days.map { ($0, timeline.interval(of: $0)) }
  }

  /// The identifier of the zone of the day.
  package func zone(of day: Day) throws -> TimeZone {
    try door.reading().zoneTimeline().zone(of: day)
  }

  /// Steps, distance and the hours of a day.
  package func activity(_ day: Day) throws -> DayActivity {
    try door.reading().activity(day)
  }

  /// The same of several ascending days, in one read.
  package func activities(_ days: [Day]) throws -> [DayActivity] {
    try door.reading().activities(days)
  }

  /// The statistics of a quantity type on each day, from stored totals where there are any; nil for days without a
  /// sample. Sums are merged over the sources.
  ///
  /// - Complexity: O(days) where totals are stored, else O(samples of these days).
  package func dailyStatistics(_ identifier: String, _ days: ClosedRange<Day>) throws -> [BucketStatistics?] {
    try door.reading().dailyStatistics(identifier, days)
  }

  /// Seconds asleep in the night that ends on each day; nil where nothing is known.
  package func sleep(_ days: ClosedRange<Day>) throws -> [Double?] {
    try door.reading().sleep(days)
  }

  /// Every workout in the order of its begin, as far as awards need to know of it.
  package func workoutMarks() throws -> [WorkoutMark] {
    try door.reading().workoutMarks()
  }

  /// Every type that the store holds samples of.
  ///
  /// - Complexity: O(*n*) in the samples, by an index.
  package func typeOverview() throws -> [TypeOverview] {
    try door.reading().typeOverview()
  }

  /// When the newest sample of a ring ended; nil where there is none.
  ///
  /// - Complexity: O(log *n*) in the samples.
  package func newestRingSample() throws -> Date? {
    let view = try door.reading().view(.everything)
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

  /// Apple's own numbers beside ours.
  package func audit(_ days: ClosedRange<Day>) throws -> [DayAudit] {
    try door.reading().audit(days)
  }

  /// What SQLite's own shell opens to see what this store shows.
  package var nameForSQLite: String {
    get throws { try door.reading().nameForSQLite }
  }

  /// True where the directory could not be written, so that what is shown may lack the latest commits.
  package var isSnapshot: Bool {
    (try? door.reading().isSnapshot) ?? false
  }
}
