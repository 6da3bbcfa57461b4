/// How goals have changed over time: what Apple's summaries say, and what the user has set.
package struct GoalHistory: Hashable, Sendable {
  /// A day on which a goal of Apple's is another than before.
  package struct AppleGoal: Hashable, Sendable {
    package var day: Day
    package var ring: Ring
    /// 0 where there is none.
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

/// Something that a user has done and can undo.
package struct EditEntry: Hashable, Sendable {
  /// Ascending by time.
  package var id: Int64
  /// A few words for a person, for example `pause 2026-11-19`.
  package var title: String

  package init(id: Int64, title: String) {
    self.id = id
    self.title = title
  }
}
