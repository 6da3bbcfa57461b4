/// How goals have changed over time: in Apple's summaries, and by the user.
package struct GoalHistory: Hashable, Sendable {
  /// A day on which one of Apple's goals changes.
  package struct AppleGoal: Hashable, Sendable {
    package var day: Day
    package var ring: Ring
    /// 0 if there is no goal.
    package var value: Double
    /// What Move counts on that day.
    package var moveMode: MoveMode

    package init(day: Day, ring: Ring, value: Double, moveMode: MoveMode) {
      self.day = day
      self.ring = ring
      self.value = value
      self.moveMode = moveMode
    }
  }

  /// Ascending by day and ring.
  package var apple: [AppleGoal]
  package var plan: GoalPlan

  package init(apple: [AppleGoal], plan: GoalPlan) {
    self.apple = apple
    self.plan = plan
  }
}

/// A change by the user that can be undone.
package struct EditEntry: Hashable, Sendable {
  /// Ascending by time.
  package var id: Int64
  /// A short description, for example `pause 2026-11-19`.
  package var title: String

  package init(id: Int64, title: String) {
    self.id = id
    self.title = title
  }
}
