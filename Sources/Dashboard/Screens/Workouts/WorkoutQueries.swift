package import FoundationEssentials
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

  package func run(in source: some QuerySource) throws -> WorkoutOverview {
    let store = try source.reading()
    var overview = WorkoutOverview(zones: try store.heartRateZones(at: source.now), weekStart: weekStart)
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
    return try store.workout(row: row).map { WorkoutDetail($0, zones: try store.heartRateZones(at: source.now)) }
  }
}

extension HealthReader {
  /// The user's heart rate zones, from the age and the last resting heart rate.
  package func heartRateZones(at now: Date) throws -> HeartRateZones {
    let age = try characteristics()["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap(Day.init).map { birth in
      let today = try day(at: now).fields
      let (year, month, day) = birth.fields
      return today.year - year - ((today.month, today.day) < (month, day) ? 1 : 0)
    }
    let resting = try latest(
      "HKQuantityTypeIdentifierRestingHeartRate", from: .distantPast, to: now.addingTimeInterval(86_400), limit: 1)
    return HeartRateZones(age: age, resting: resting.first?.value)
  }
}
