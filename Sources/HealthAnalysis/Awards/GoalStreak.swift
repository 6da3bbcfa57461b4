package import HealthModel

/// How often in a row, and how often at all, the goal of an amount was reached, by the rule for rings (`StreakDay`).
package struct GoalStreak: Hashable, Sendable {
  package var goal: GoalAmount
  /// Days or weeks that end now. The period that is not over does not end it.
  package var current = 0
  package var longest = 0
  /// Of the periods since the first with data that have a goal and are not paused.
  package var reached = 0
  package var counted = 0

  /// - Parameters:
  ///   - progress: of this goal, ascending; periods without a goal are missing, and neither count nor break a streak.
  ///   - paused: the paused days. A period of only them neither counts nor breaks a streak, and one with some of them
  ///     does not break it.
  package init(_ goal: GoalAmount, _ progress: [GoalProgress], paused: Set<Day>, today: Day) {
    self.goal = goal
    var isKnown = false
    for period in progress where period.days.lowerBound <= today {
      isKnown = isKnown || period.amount.value != nil
      guard isKnown, !period.days.allSatisfy(paused.contains) else { continue }
      if period.amount.isClosed {
        current += 1
        longest = max(longest, current)
        reached += 1
        counted += 1
      } else if !period.days.contains(where: paused.contains) {
        let isOver = period.days.upperBound < today
        if isOver { current = 0 }
        // The period that is not over counts once it has data, as today does for rings.
        if isOver || period.amount.value != nil { counted += 1 }
      }
    }
  }
}
