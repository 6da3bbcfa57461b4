/// The goals and pauses that the user has set, as the store keeps them.
///
/// Values are kilocalories (minutes in move-time mode) for Move, minutes for Exercise, hours for Stand, and for an amount
/// the stored unit of its type, or seconds. A goal of 0 means no goal.
package struct GoalPlan: Hashable, Sendable {
  /// The goal of a single day.
  package struct DayGoal: Hashable, Sendable {
    package var day: Day
    package var subject: GoalSubject
    package var value: Double

    package init(day: Day, subject: GoalSubject, value: Double) {
      self.day = day
      self.subject = subject
      self.value = value
    }
  }

  /// A goal from a day on, until a later one replaces it.
  package struct ScheduledGoal: Hashable, Sendable {
    package var firstDay: Day
    /// The ISO weekday (1 is Monday) that the goal is for; nil for every weekday without a goal of its own.
    package var weekday: Int?
    package var subject: GoalSubject
    package var value: Double

    package init(firstDay: Day, weekday: Int?, subject: GoalSubject, value: Double) {
      self.firstDay = firstDay
      self.weekday = weekday
      self.subject = subject
      self.value = value
    }
  }

  /// Ascending by day and subject.
  package var dayGoals: [DayGoal]
  /// Ascending by first day and subject; the goal of every weekday first.
  package var schedule: [ScheduledGoal]
  /// Ascending; pauses neither overlap nor touch.
  package var pauses: [ClosedRange<Day>]

  package init(dayGoals: [DayGoal] = [], schedule: [ScheduledGoal] = [], pauses: [ClosedRange<Day>] = []) {
    self.dayGoals = dayGoals
    self.schedule = schedule
    self.pauses = pauses
  }

  /// The day from which a later goal replaces a scheduled one; nil if none does. A goal of every weekday replaces those of
  /// single ones that begin before it.
  package func end(of goal: ScheduledGoal) -> Day? {
    schedule.filter { other in
      other.subject == goal.subject && other.firstDay > goal.firstDay
        && (other.weekday == nil || other.weekday == goal.weekday)
    }.map(\.firstDay).min()
  }

  package func pause(containing day: Day) -> ClosedRange<Day>? {
    pauses.first { $0.contains(day) }
  }
}

/// A change of goals or pauses.
package enum GoalChange: Hashable, Sendable {
  /// Sets goals for a single day; 0 means no goal.
  case setGoals([GoalSubject: Double], on: Day)
  /// Removes the user's own goals for a single day, so that Apple's or the schedule's apply again.
  case clearGoals(Set<GoalSubject>, on: Day)
  /// Sets goals from a day on, until a later change. An empty set of ISO weekdays means every day, and replaces goals
  /// for single weekdays that begin on the same day. The goal of a week is that of its last day.
  case schedule([GoalSubject: Double], from: Day, weekdays: Set<Int>)
  /// Removes everything that the user has scheduled for the subjects, from any day on.
  case clearSchedule(Set<GoalSubject>)
  /// Pauses days: data is still collected, and streaks skip the days.
  case pause(ClosedRange<Day>)
  /// Removes the days from all pauses that contain them.
  case resume(ClosedRange<Day>)

  /// The longest pause that can be set, in days.
  package static let longestPause = 366
}

/// The goals of a day and where each one comes from.
package struct DayGoals: Hashable, Sendable {
  /// Where a goal comes from, in order of precedence.
  package enum Origin: String, Hashable, Sendable {
    /// Set by the user for this day.
    case day
    /// Apple's own summary of this day.
    case apple
    /// The user's schedule.
    case schedule
    /// Apple's last summary before this day.
    case appleBefore
    /// The default; nobody has set a goal.
    case standard = "default"
  }

  package struct Goal: Hashable, Sendable {
    /// nil if there is no goal.
    package var value: Double?
    package var origin: Origin

    package init(value: Double?, origin: Origin) {
      self.value = value
      self.origin = origin
    }
  }

  package var day: Day
  package var moveMode: MoveMode
  package var isPaused: Bool
  package var move: Goal
  package var exercise: Goal
  package var stand: Goal

  package init(day: Day, moveMode: MoveMode, isPaused: Bool, move: Goal, exercise: Goal, stand: Goal) {
    self.day = day
    self.moveMode = moveMode
    self.isPaused = isPaused
    self.move = move
    self.exercise = exercise
    self.stand = stand
  }

  package subscript(ring: Ring) -> Goal {
    switch ring {
    case .move: move
    case .exercise: exercise
    case .stand: stand
    }
  }
}
