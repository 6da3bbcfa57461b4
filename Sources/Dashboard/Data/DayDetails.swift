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
  package struct Best: Hashable, Sendable {
    package var day: Day
    package var value: Double
  }

  package var longestStreak = 0
  /// The day with the highest Move value.
  package var bestMove: Best?

  /// - Parameters:
  ///   - summaries: all days with or without data, ascending.
  ///   - today: may be open without breaking a streak.
  package init(_ summaries: [DaySummary], today: Day) {
    var streak = 0
    for summary in summaries where summary.day <= today {
      if summary.isPaused { continue }
      if summary.isClosed {
        streak += 1
      } else if summary.day != today {
        streak = 0
      }
      longestStreak = max(longestStreak, streak)
      if let value = summary.move.value, value.isFinite, value > bestMove?.value ?? 0 {
        bestMove = Best(day: summary.day, value: value)
      }
    }
  }
}
