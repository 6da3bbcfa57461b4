import HealthAnalysis
package import HealthModel

/// The additional data of a day on a large screen.
package struct DayDetails: Hashable, Sendable {
  package var day: Day
  /// The lowest and the highest, in beats per minute; nil if there are none.
  package var heartRate: ClosedRange<Double>?
  /// Sorted by start.
  package var workouts: [WorkoutFact]

  package init(day: Day, heartRate: ClosedRange<Double>? = nil, workouts: [WorkoutFact] = []) {
    self.day = day
    self.heartRate = heartRate
    self.workouts = workouts
  }
}

/// A workout for display in one line.
package struct WorkoutFact: Hashable, Sendable {
  /// For example `running`.
  package var name: String
  /// The start in the user's time zone.
  package var minuteOfDay: Int
  /// In seconds.
  package var duration: Double
  /// In kilocalories, if known.
  package var energy: Double?

  package init(name: String, minuteOfDay: Int, duration: Double, energy: Double? = nil) {
    self.name = name
    self.minuteOfDay = max(0, minuteOfDay)
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.energy = energy.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// The best values of all days.
package struct Records: Hashable, Sendable {
  package let longestStreak: Int
  /// The day with the highest Move value.
  package let bestMove: DaySummary?

  /// - Parameters:
  ///   - summaries: all days with or without data, ascending.
  ///   - today: may be open without breaking a streak.
  package init(_ summaries: [DaySummary], today: Day) {
    longestStreak = StreakLength.longest(in: summaries, today: today).days
    bestMove = summaries.prefix { $0.day <= today }.filter { !$0.isPaused }.best(.move)
  }
}
