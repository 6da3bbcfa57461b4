import GRDB
package import HealthModel

extension Store {
  // MARK: - Reading

  /// The goals and pauses set by the user.
  package func goalPlan() throws -> GoalPlan {
    try read { try GoalPlan($0) }
  }

  /// The goals of the days and where each one comes from.
  ///
  /// - Complexity: O(days).
  package func goals(_ days: ClosedRange<Day>) throws -> [DayGoals] {
    try read { db in
      let resolver = try GoalResolver(db, days: days, appleRows: AppleRow.fetch(db, days))
      let pauses = try Pauses(db, days: days)
      return days.map { day in
        DayGoals(
          day: day, moveMode: resolver.mode(on: day), isPaused: pauses.contains(day),
          move: resolver.goal(.move, on: day),
          exercise: resolver.goal(.exercise, on: day), stand: resolver.goal(.stand, on: day))
      }
    }
  }

  /// Every change of goals, by Apple's summaries and by the user.
  ///
  /// - Complexity: O(n) in the days that Apple summarized.
  package func goalHistory() throws -> GoalHistory {
    try read { db in
      let rows = try AppleRow.fetch(db, Day.distantPast...Day.distantFuture)
      var apple: [GoalHistory.AppleGoal] = []
      var known: [Ring: GoalHistory.AppleGoal] = [:]
      for (day, row) in rows.sorted(by: { $0.key < $1.key }) where row.hasGoals {
        for ring in Ring.allCases {
          let goal = GoalHistory.AppleGoal(day: day, ring: ring, value: row.goal(ring), moveMode: row.mode)
          if let last = known[ring], last.value == goal.value, ring != .move || last.moveMode == goal.moveMode {
            continue
          }
          known[ring] = goal
          apple.append(goal)
        }
      }
      return GoalHistory(apple: apple, plan: try GoalPlan(db))
    }
  }

  // MARK: - Writing

  /// Changes goals or pauses in one transaction that can be undone.
  ///
  /// - Parameter title: a short description for the list of changes that can be undone.
  /// - Throws: `StoreError`; with the code `invalidArgument`, without writing anything, if a goal is negative or not
  ///   finite, a weekday is not in 1 to 7, or a pause is longer than `GoalChange.longestPause` days.
  @discardableResult
  package func change(_ change: GoalChange, title: String) throws -> EditEntry {
    try validate(change)
    return try write { db in
      let inverse = try StoreEdit(change, db).apply(db, in: self)
      return try EditLog.append(db, title: title, inverse: inverse)
    }
  }

  /// Sets the user's goal from a day on, without undo: for generated stores.
  ///
  /// - Parameters:
  ///   - value: kilocalories (minutes in move-time mode), minutes, or hours, or the stored unit of a type; not negative.
  ///   - weekday: the ISO weekday (1 is Monday) that the goal is for, nil for all without a goal of their own.
  package func setGoal(_ value: Double, for subject: GoalSubject, from day: Day, weekday: Int? = nil) throws {
    let change = GoalChange.schedule([subject: value], from: day, weekdays: weekday.map { [$0] } ?? [])
    try validate(change)
    try write { db in _ = try StoreEdit(change, db).apply(db, in: self) }
  }

  private func validate(_ change: GoalChange) throws {
    func require(_ isTrue: Bool, _ reason: String) throws {
      guard isTrue else { throw StoreError(.invalidArgument, path: path, reason: reason) }
    }
    func requireGoals(_ values: [GoalSubject: Double]) throws {
      try require(values.values.allSatisfy { $0.isFinite && $0 >= 0 }, "a goal must not be negative")
    }
    switch change {
    case .setGoals(let values, _): try requireGoals(values)
    case .schedule(let values, _, let weekdays):
      try requireGoals(values)
      try require(weekdays.allSatisfy((1...7).contains), "a weekday must be from 1 to 7")
    case .pause(let days):
      try require(days.count <= GoalChange.longestPause, "a pause must not exceed \(GoalChange.longestPause) days")
    case .clearGoals, .clearSchedule, .resume: break
    }
  }
}

extension GoalPlan {
  fileprivate init(_ db: Database) throws {
    self.init()
    let subjects = try GoalSubjectTable.all(db)
    dayGoals = try Row.fetchAll(db, sql: "SELECT day, ring, value FROM goal ORDER BY day, ring").compactMap { row in
      try subjects[row.value(1, "goal")].map {
        DayGoal(day: try row.day(0, "goal"), subject: $0, value: try row.value(2, "goal"))
      }
    }
    schedule = try Row.fetchAll(
      db, sql: "SELECT first_day, weekday, ring, value FROM goal_schedule ORDER BY first_day, ring, weekday"
    ).compactMap { row in
      let weekday: Int = try row.value(1, "goal_schedule")
      return try subjects[row.value(2, "goal_schedule")].map {
        ScheduledGoal(
          firstDay: try row.day(0, "goal_schedule"), weekday: weekday == 0 ? nil : weekday, subject: $0,
          value: try row.value(3, "goal_schedule"))
      }
    }
    for row in try Row.fetchAll(db, sql: "SELECT first_day, last_day FROM pause ORDER BY first_day") {
      let first = try row.day(0, "pause")
      let last = try row.day(1, "pause")
      guard first <= last else { continue }
      if let before = pauses.last, first <= before.upperBound + 1 {
        pauses[pauses.count - 1] = before.lowerBound...max(before.upperBound, last)
      } else {
        pauses.append(first...last)
      }
    }
  }
}
