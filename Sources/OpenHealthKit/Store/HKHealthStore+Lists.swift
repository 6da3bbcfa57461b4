package import Foundation
import HealthDatabase
package import HealthModel

/// What views of the data read: pages of lists, and totals. All of these throw `StoreError`.
extension HKHealthStore {
  /// What the samples of a quantity type come to in spans of time, from stored totals where there are any.
  ///
  /// - Parameter spans: ascending and without overlaps.
  /// - Returns: for each span its statistics, without durations and most recent values; nil where there is nothing.
  /// - Complexity: O(days) where totals are stored, else O(samples).
  package func statistics(_ type: String, over spans: [Range<Date>]) throws -> [BucketStatistics?] {
    guard !spans.isEmpty else { return [] }
    let request = StatisticsRequest(samples: SampleRequest(type: type), buckets: spans, needsSamples: false)
    return try reader.view(orWithoutStore: StatisticsResult(merged: spans.map { _ in nil })) {
      try $0.statistics(request)
    }.merged
  }

  /// A page of workouts, with the days and minutes by the user's clock.
  package func workouts(_ request: WorkoutRequest) throws -> [WorkoutSummary] {
    let store = try door.reading()
    let timeline = try store.zoneTimeline()
    return try store.workouts(request).map { Self.dated($0, timeline) }
  }

  /// What all workouts come to.
  package func workoutOverview(weekStart: Int) throws -> WorkoutOverview {
    try door.reading().workoutOverview(zones: try heartRateZones(), weekStart: weekStart)
  }

  /// A workout with all that belongs to it; nil where there is none of the row.
  package func workout(row: Int64) throws -> WorkoutDetail? {
    let store = try door.reading()
    guard var detail = try store.workout(row: row, zones: try heartRateZones()) else { return nil }
    detail.summary = Self.dated(detail.summary, try store.zoneTimeline())
    return detail
  }

  /// The zones of the user, by the age and the last resting heart rate.
  package func heartRateZones() throws -> HeartRateZones {
    let now = configuration.now()
    let store = try door.reading()
    let age = try store.characteristics()["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap(Day.init).map { birth in
      let today = try store.day(at: now).fields
      let (year, month, day) = birth.fields
      return today.year - year - ((today.month, today.day) < (month, day) ? 1 : 0)
    }
    let resting = try store.latest(
      "HKQuantityTypeIdentifierRestingHeartRate", from: .distantPast, to: now.addingTimeInterval(86_400), limit: 1)
    return HeartRateZones(age: age, resting: resting.first?.value)
  }

  /// What is said of sleep between two instants, of all sources.
  package func sleep(from start: Date, to end: Date) throws -> [SleepSpan] {
    try door.reading().sleep(from: start, to: end)
  }

  /// When samples of a type were, latest first.
  package func latest(_ type: String, from start: Date, to end: Date, limit: Int) throws -> [(
    start: Date, end: Date, value: Double
  )] {
    try door.reading().latest(type, from: start, to: end, limit: limit)
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
  /// The names of the devices that measured anything, in order.
  package func deviceNames() throws -> [String] {
    try door.reading().deviceNames()
  }

  /// SQL that makes views with plain names over the store's tables, for a shell that has opened it for reading.
  package func plainViews() throws -> String {
    try door.reading().plainViews()
  }
}

extension HKHealthStore {
  /// A page of samples of a type.
  package func samples(_ request: SampleListRequest) throws -> [SampleListEntry] {
    try door.reading().samples(request)
  }

  /// The sources of a type in the order of their rank.
  package func sources(ofType identifier: String) throws -> SourceList {
    try door.reading().sources(ofType: identifier)
  }

  /// When each source wrote a type.
  ///
  /// - Complexity: O(samples of the type).
  package func sourceTimes(ofType identifier: String) throws -> SourceTimes {
    try door.reading().sourceTimes(ofType: identifier)
  }

  /// What another order of a type's sources would change, without changing anything.
  ///
  /// - Complexity: O(samples of the type).
  package func effect(ofSourceOrder names: [String], forType identifier: String) throws -> SourceOrderEffect {
    try door.reading().effect(ofSourceOrder: names, forType: identifier)
  }

  /// A sample by its identity; nil where there is none.
  package func sample(uuid: UUID) throws -> SampleDetail? {
    try door.reading().sample(uuid: uuid)
  }

  /// A sample with all that is known of it; nil where there is none of the row.
  package func sample(row: Int64) throws -> SampleDetail? {
    try door.reading().sample(row: row)
  }
}
