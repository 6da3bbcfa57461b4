import FoundationEssentials
package import HealthAnalysis
package import HealthModel

/// Streaks, records, totals and awards of all days up to today: one read of the days, one of the workouts.
package struct StreaksQuery: StoreQuery {
  package var today: Day
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(today: Day, weekStart: Int) {
    self.today = today
    self.weekStart = weekStart
  }

  /// Awards also depend on workouts, and own goals on any type.
  package var types: Set<String>? { nil }

  package func run(in source: some QuerySource) throws -> StreakReport {
    let store = try source.reading()
    let known = try store.knownDays(upTo: today)
    guard let first = try [known, store.days(ofTypes: nil, upTo: today)].compactMap(\.?.lowerBound).min() else {
      return StreakReport([], known: nil, workouts: [], today: today, weekStart: weekStart)
    }
    // Until the end of today's week and month, because a pause in the future leaves no day open.
    // A clock may be thousands of years ahead.
    let end = min(
      max(today.week(startingOn: weekStart).upperBound, today.month.upperBound), SampleBounds.days.upperBound)
    // A goal's days may begin before those of the rings.
    let progress = try store.goalProgress(first...today, weekStart: weekStart)
    let start = progress.map(\.days.lowerBound).reduce(known?.lowerBound ?? today, min)
    let days = try store.summaries(start...end)
    let summaries = days.filter { day in known.map { day.day >= $0.lowerBound } ?? false }
    var workouts: [WorkoutSummary] = []
    try store.forEachWorkout(in: Date.distantPast..<Date.distantFuture, readsRates: false) { workouts.append($0) }
    // Of a run that two programs recorded, the one that counts elsewhere too.
    let marks = TrainingLoad.counted(workouts).map { WorkoutMark($0.workout) }
    var report = StreakReport(summaries, known: known, workouts: marks, today: today, weekStart: weekStart)
    let paused = Set(days.filter(\.isPaused).map(\.day))
    for goal in progress.map(\.goal) where !report.goals.contains(where: { $0.goal == goal }) {
      report.goals.append(GoalStreak(goal, progress.filter { $0.goal == goal }, paused: paused, today: today))
    }
    return report
  }
}
