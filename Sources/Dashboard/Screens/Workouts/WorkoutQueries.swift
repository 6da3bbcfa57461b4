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
    var workouts: [WorkoutSummary] = []
    try store.forEachWorkout { workouts.append($0) }
    let counted = Dictionary(try store.counted(workouts).map { ($0.row, $0) }) { first, _ in first }
    for workout in workouts { overview.add(counted[workout.row] ?? workout, isCounted: counted[workout.row] != nil) }
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
