package import Foundation
import HealthDatabase
package import HealthModel

/// Reads that HealthKit does not have, in the package's own values: days, totals, and pages of lists. All of these
/// throw `StoreError`.
extension HKHealthStore {
  // MARK: - Days

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

  // MARK: - Statistics, workouts and sleep

  /// The statistics of a quantity type in spans of time, from stored totals where possible.
  ///
  /// - Parameter spans: ascending and without overlaps.
  /// - Returns: the statistics of each span, without durations and most recent values; nil without data.
  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func statistics(_ type: String, over spans: [Range<Date>]) throws -> [BucketStatistics?] {
    guard !spans.isEmpty else { return [] }
    let request = StatisticsRequest(samples: SampleRequest(type: type), buckets: spans, needsSamples: false)
    return try reader.view(orWithoutStore: StatisticsResult(merged: spans.map { _ in nil })) {
      try $0.statistics(request)
    }.merged
  }

  /// One page of workouts, with local days and minutes.
  package func workouts(_ request: WorkoutRequest) throws -> [WorkoutSummary] {
    let store = try connection.reading()
    let timeline = try store.zoneTimeline()
    return try store.workouts(request).map { Self.dated($0, timeline) }
  }

  /// The totals of all workouts.
  package func workoutOverview(weekStart: Int) throws -> WorkoutOverview {
    try connection.reading().workoutOverview(zones: try heartRateZones(), weekStart: weekStart)
  }

  /// A workout with everything that belongs to it; nil if the row does not exist.
  package func workout(row: Int64) throws -> WorkoutDetail? {
    let store = try connection.reading()
    guard var detail = try store.workout(row: row, zones: try heartRateZones()) else { return nil }
    detail.summary = Self.dated(detail.summary, try store.zoneTimeline())
    return detail
  }

  /// The user's heart rate zones, from the age and the last resting heart rate.
  package func heartRateZones() throws -> HeartRateZones {
    let now = configuration.now()
    let store = try connection.reading()
    let age = try store.characteristics()["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap(Day.init).map { birth in
      let today = try store.day(at: now).fields
      let (year, month, day) = birth.fields
      return today.year - year - ((today.month, today.day) < (month, day) ? 1 : 0)
    }
    let resting = try store.latest(
      "HKQuantityTypeIdentifierRestingHeartRate", from: .distantPast, to: now.addingTimeInterval(86_400), limit: 1)
    return HeartRateZones(age: age, resting: resting.first?.value)
  }

  /// The sleep samples between two instants, from all sources.
  package func sleep(from start: Date, to end: Date) throws -> [SleepSpan] {
    try connection.reading().sleep(from: start, to: end)
  }

  /// The start times of samples of a type, latest first.
  package func latest(_ type: String, from start: Date, to end: Date, limit: Int) throws -> [(
    start: Date, end: Date, value: Double
  )] {
    try connection.reading().latest(type, from: start, to: end, limit: limit)
  }

  private static func dated(_ workout: WorkoutSummary, _ timeline: ZoneTimeline) -> WorkoutSummary {
    var workout = workout
    workout.day = timeline.day(containing: workout.start)
    let local =
      workout.start.timeIntervalSince1970
      + Double(timeline.zone(of: workout.day).secondsFromGMT(for: workout.start))
    workout.minuteOfDay = ((Int((local / 60).rounded(.down)) % 1_440) + 1_440) % 1_440
    return workout
  }

  // MARK: - Samples and sources

  /// The names of the devices that measured samples, sorted.
  package func deviceNames() throws -> [String] {
    try connection.reading().deviceNames()
  }

  /// SQL that creates views with readable names over the store's tables, for a shell that has opened it read-only.
  ///
  /// - Parameter printed: a text from an imported file as the views contain it; nil for the text itself.
  package func plainViews(printed: ((String) -> String)? = nil) throws -> String {
    try connection.reading().plainViews(printed: printed)
  }

  /// One page of samples of a type.
  package func samples(_ request: SampleListRequest) throws -> [SampleListEntry] {
    try connection.reading().samples(request)
  }

  /// The sources of a type by rank.
  package func sources(ofType identifier: String) throws -> SourceList {
    try connection.reading().sources(ofType: identifier)
  }

  /// When each source wrote samples of a type.
  ///
  /// - Complexity: O(samples of the type).
  package func sourceTimes(ofType identifier: String) throws -> SourceTimes {
    try connection.reading().sourceTimes(ofType: identifier)
  }

  /// The effect of another order of a type's sources, computed without changing anything.
  ///
  /// - Complexity: O(samples of the type).
  package func effect(ofSourceOrder names: [String], forType identifier: String) throws -> SourceOrderEffect {
    try connection.reading().effect(ofSourceOrder: names, forType: identifier)
  }

  /// A sample by its identity; nil if there is none.
  package func sample(uuid: UUID) throws -> SampleDetail? {
    try connection.reading().sample(uuid: uuid)
  }

  /// A sample with all details; nil if the row does not exist.
  package func sample(row: Int64) throws -> SampleDetail? {
    try connection.reading().sample(row: row)
  }
}
