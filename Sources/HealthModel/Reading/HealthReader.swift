package import FoundationEssentials

/// What the queries of a dashboard read from a store. `Store` describes each of these functions.
///
/// Each call reads the state of the store at that moment.
package protocol HealthReader {
  // Days.
  func day(at now: Date) throws -> Day
  func knownDays(upTo latest: Day) throws -> ClosedRange<Day>?
  func days(ofTypes types: Set<String>?, upTo latest: Day) throws -> ClosedRange<Day>?
  func intervals(of days: ClosedRange<Day>) throws -> [(day: Day, interval: Range<Date>, zone: TimeZone)]
  func zone(of day: Day) throws -> TimeZone
  func summaries(_ days: ClosedRange<Day>) throws -> [DaySummary]
  func activity(_ day: Day) throws -> DayActivity
  func activities(_ days: [Day]) throws -> [DayActivity]
  func goalProgress(_ days: ClosedRange<Day>, weekStart: Int) throws -> [GoalProgress]

  // Values.
  func statistics(_ type: String, over spans: [Range<Date>]) throws -> [BucketStatistics?]
  func hasSeveralSources(_ identifier: String) throws -> Bool
  func quarters(_ identifier: String, in spans: [Range<Date>]) throws -> [[MeasuredQuarter]]
  func dailyStatistics(_ identifier: String, _ days: ClosedRange<Day>) throws -> [BucketStatistics?]
  func latest(
    _ identifier: String, from start: Date, to end: Date, limit: Int
  ) throws -> [(start: Date, end: Date, value: Double)]
  func points(_ identifier: String, from start: Date, to end: Date) throws -> [HeartRatePoint]
  func amounts(_ identifier: String, _ days: ClosedRange<Day>) throws -> [Double?]
  func durations(_ identifier: String, over spans: [Range<Date>]) throws -> [Double?]
  func sleep(from start: Date, to end: Date) throws -> [SleepSpan]
  func characteristics() throws -> [String: String]

  // Lists.
  func workouts(_ request: WorkoutRequest) throws -> [WorkoutSummary]
  func workout(row: Int64) throws -> StoredWorkout?
  func forEachWorkout(
    in span: Range<Date>, readsRates: Bool, _ body: (WorkoutSummary) throws -> Void
  ) throws
  func forEachCourse(
    of workouts: [WorkoutSummary], fewestRates: Int,
    needs: (WorkoutSummary) -> (rates: Bool, distances: Bool)?,
    _ body: (WorkoutSummary, WorkoutCourse) throws -> Void
  ) throws
  func forEachHeartbeatSeries(from start: Date, to end: Date, _ body: (Date, [Heartbeat]) throws -> Void) throws
  func samples(_ request: SampleListRequest) throws -> [SampleListEntry]
  func sample(row: Int64) throws -> SampleDetail?
  func typeOverview() throws -> [TypeOverview]
  func sources(ofType identifier: String) throws -> SourceList
  func sourceTimes(ofType identifier: String) throws -> SourceTimes
  func effect(ofSourceOrder names: [String], forType identifier: String) throws -> SourceOrderEffect
}

extension HealthReader {
  /// The night that ends on each day: from 18:00 to 18:00 by the clock of where one wakes up, also where it changes in the
  /// evening.
  package func nightSpans(_ days: ClosedRange<Day>) throws -> [(day: Day, span: Range<Date>)] {
    // Nights do not overlap, whatever zone the next day is in.
    var latest = Date.distantPast
    let evenings = try intervals(of: days.lowerBound...(days.upperBound + 1)).map { next in
      let evening = next.interval.lowerBound.addingTimeInterval(-21_600)
      latest = max(
        latest, evening.addingTimeInterval((1_080 - (next.day - 1).minutes(at: evening, in: next.zone)) * 60))
      return latest
    }
    return zip(days, zip(evenings, evenings.dropFirst())).map { ($0, $1.0..<$1.1) }
  }

  /// The first and the last day with data of the types; those of rings also have days that only Apple has counted. nil without any.
  package func knownDays(of types: Set<String>, upTo latest: Day) throws -> ClosedRange<Day>? {
    let days = try days(ofTypes: types, upTo: latest)
    guard !types.isDisjoint(with: RingType.all), let known = try knownDays(upTo: latest) else { return days }
    return days?.union(known) ?? known
  }

  /// Whether Move is the user's only ring, which the days tell together with the five weeks up to the last of them.
  package func knowOnlyMove(_ days: ClosedRange<Day>) throws -> Bool {
    try summaries(min(days.lowerBound, days.upperBound - 34)...days.upperBound).knowOnlyMove
  }

  /// The summaries as they are shown.
  package func shownSummaries(_ days: ClosedRange<Day>) throws -> [DaySummary] {
    let summaries = try summaries(days)
    guard !summaries.contains(where: \.knowsMoreThanMove), try knowOnlyMove(days) else { return summaries }
    return summaries.map(\.moveOnly)
  }

  /// Passes on every workout, in no particular order.
  ///
  /// - Parameter body: must not read the store.
  /// - Complexity: O(workouts and heart rates during them) in time.
  package func forEachWorkout(_ body: (WorkoutSummary) throws -> Void) throws {
    try forEachWorkout(in: Date.distantPast..<Date.distantFuture, readsRates: true, body)
  }

  /// Passes on the workouts of a list, in its order, page by page, until the body returns false.
  package func forEachWorkout(_ request: WorkoutRequest, while body: (WorkoutSummary) throws -> Bool) throws {
    var request = request
    while true {
      let page = try workouts(request)
      for workout in page { guard try body(workout) else { return } }
      guard page.count == request.limit, let last = page.last else { return }
      request.after = last.cursor
    }
  }
}
