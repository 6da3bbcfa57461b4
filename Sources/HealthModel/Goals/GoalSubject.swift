/// What a goal is for: a ring, or the amount of a type in each day or week.
package enum GoalSubject: Hashable, Sendable {
  case ring(Ring)
  case amount(GoalAmount)

  package static let move = GoalSubject.ring(.move)
  package static let exercise = GoalSubject.ring(.exercise)
  package static let stand = GoalSubject.ring(.stand)
}

/// The amount of a type in a day or a week: steps, water, sleep.
package struct GoalAmount: Hashable, Sendable {
  package enum Period: Int, Hashable, Sendable, CaseIterable {
    case day = 0
    case week = 1
  }

  /// The raw identifier.
  package let type: String
  package let period: Period

  /// - Returns: nil for a type whose samples are no amounts that add up.
  package init?(_ type: String, _ period: Period) {
    guard QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative || DayAmount.isTime(type) else { return nil }
    (self.type, self.period) = (type, period)
  }

  /// - Parameter name: as people write it: `steps`, `water`, `sleep`, `mindful`, or a type's own name; not that of a ring.
  package init?(named name: String, _ period: Period) {
    let name = name.lowercased()
    guard !["move", "exercise", "stand"].contains(name) else { return nil }
    self.init(TypeName.spoken[name] ?? TypeName.type(named: name).identifier, period)
  }

  package static let water = "HKQuantityTypeIdentifierDietaryWater"

  /// The unit of stored values.
  package var storedUnit: String {
    isTime ? DayAmount.unit(type) : QuantityTypeCatalog.entry(for: type)?.unitText ?? ""
  }

  /// Whether the amount is a time in seconds: that of sleep, or of what is logged from a start to an end.
  package var isTime: Bool { DayAmount.isTime(type) }

  /// `stepCount`, `stepCount-week`: for scripts, and in the order of which goals are listed.
  package var key: String { TypeName.short(for: type) + (period == .week ? "-week" : "") }

  /// The days of the period that contains a day.
  ///
  /// - Parameter weekStart: the ISO weekday on which a week begins.
  package func days(around day: Day, weekStart: Int) -> ClosedRange<Day> {
    period == .day ? day...day : day.week(startingOn: weekStart)
  }
}

/// How far the amount of a period has come.
package struct GoalProgress: Hashable, Sendable {
  package var goal: GoalAmount
  package var days: ClosedRange<Day>
  /// The amount and its goal, in the stored unit of the type or in seconds.
  package var amount: RingValue

  package init(_ goal: GoalAmount, _ days: ClosedRange<Day>, _ amount: RingValue) {
    (self.goal, self.days, self.amount) = (goal, days, amount)
  }
}
