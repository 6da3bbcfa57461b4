package import HealthModel

/// The user's own goals on a day and in its week.
package struct GoalsQuery: StoreQuery {
  package var day: Day
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(_ day: Day, weekStart: Int) {
    (self.day, self.weekStart) = (day, weekStart)
  }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.overlaps(day.week(startingOn: weekStart)) }

  package func types(of answer: [GoalProgress]) -> Set<String>? { Set(answer.map(\.goal.type)) }

  package static var isSecondary: Bool { true }

  package func run(in source: some QuerySource) throws -> [GoalProgress] {
    try source.reading().goalProgress(day...day, weekStart: weekStart)
  }
}
