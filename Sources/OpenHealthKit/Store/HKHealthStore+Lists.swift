package import Foundation
import HealthDatabase
package import HealthModel

/// Reads for views of the data: pages of lists, and totals. All of these throw `StoreError`.
extension HKHealthStore {
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
}

extension HKHealthStore {
  /// The names of the devices that measured samples, sorted.
  package func deviceNames() throws -> [String] {
    try connection.reading().deviceNames()
  }

  /// SQL that creates views with readable names over the store's tables, for a shell that has opened it read-only.
  package func plainViews() throws -> String {
    try connection.reading().plainViews()
  }
}

extension HKHealthStore {
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
