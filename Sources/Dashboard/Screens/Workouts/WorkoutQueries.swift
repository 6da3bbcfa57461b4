package import HealthAnalysis
package import HealthModel

/// A page of workouts.
package struct WorkoutsQuery: StoreQuery {
  package var request: WorkoutRequest

  package init(_ request: WorkoutRequest) {
    self.request = request
  }

  package func run(in source: some QuerySource) throws -> [WorkoutSummary] { try source.reading().workouts(request) }
}

/// The totals of all workouts by kind and by week.
package struct WorkoutOverviewQuery: StoreQuery {
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(weekStart: Int) {
    self.weekStart = weekStart
  }

  package var types: Set<String>? {
    [TypeIdentifier.workout, TypeIdentifier.heartRate, "HKQuantityTypeIdentifierRestingHeartRate"]
  }

  /// - Complexity: O(workouts and heart rates during them).
  package func run(in source: some QuerySource) throws -> WorkoutOverview {
    let store = try source.reading()
    var overview = WorkoutOverview(
      history: try store.heartRateHistory(Day.distantPast...store.day(at: source.now), chosen: source.heartRateLimits),
      weekStart: weekStart)
    try store.forEachWorkout { overview.add($0) }
    overview.finish()
    return overview
  }
}

/// A workout by its row id; nil if it no longer exists.
package struct WorkoutQuery: StoreQuery {
  package var row: Int64

  package init(row: Int64) {
    self.row = row
  }

  package func run(in source: some QuerySource) throws -> WorkoutDetail? {
    let store = try source.reading()
    return try store.workout(row: row).map { workout in
      let day = workout.summary.day
      return WorkoutDetail(
        workout, profile: try store.heartRateHistory(day...day, chosen: source.heartRateLimits).profile(on: day))
    }
  }
}

extension HealthReader {
  /// What is known about the heart's limits on the days of a range, with those that the user has set.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func heartRateHistory(
    _ days: ClosedRange<Day>, chosen: HeartRateLimits, _ memory: DayMemory = DayMemory()
  ) throws -> HeartRateHistory {
    let facts = try characteristics()
    let sex = facts["HKCharacteristicTypeIdentifierBiologicalSex"].flatMap(
      CharacteristicTypeCatalog.biologicalSex.rawValue(forSymbol:))
    func known(before count: Int) throws -> ClosedRange<Day>? {
      guard let known = try self.days(of: .training, upTo: days.upperBound) else { return nil }
      let low = max(known.lowerBound, days.lowerBound - (count - 1))
      return low <= days.upperBound ? low...days.upperBound : nil
    }
    return HeartRateHistory(
      sex: sex == 1 ? .female : sex == 2 ? .male : .unknown,
      birth: facts["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap(Day.init),
      resting: try known(before: HeartRateHistory.restingDays).map {
        try memory.means("HKQuantityTypeIdentifierRestingHeartRate", on: $0, in: self)
      } ?? [:],
      highest: try known(before: HeartRateHistory.maximumDays).map {
        try memory.maxima(TypeIdentifier.heartRate, on: $0, in: self)
      } ?? [:],
      chosen: chosen)
  }
}
