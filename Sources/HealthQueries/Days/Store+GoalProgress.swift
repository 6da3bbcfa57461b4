package import HealthDatabase
package import HealthModel

extension Store {
  /// The user's goals for amounts in the days, or in the weeks that contain them, ascending by period within each goal.
  ///
  /// - Parameter weekStart: the ISO weekday on which a week begins.
  /// - Complexity: O(days) for each goal if totals are stored, otherwise O(samples of these days).
  package func goalProgress(_ days: ClosedRange<Day>, weekStart: Int) throws -> [GoalProgress] {
    var periods = try goalPeriods(days, weekStart: weekStart)
    var progress: [GoalProgress] = []
    while let goal = periods.first?.goal {
      let own = Array(periods.prefix { $0.goal == goal })
      periods.removeFirst(own.count)
      let first = own[0].days.lowerBound
      let values = try amounts(goal.type, first...(own.last?.days.upperBound ?? first))
      for period in own {
        let known = values[(period.days.lowerBound - first)...(period.days.upperBound - first)].compactMap(\.self)
        progress.append(
          GoalProgress(
            goal, period.days, RingValue(value: known.isEmpty ? nil : known.reduce(0, +), goal: period.target)))
      }
    }
    return progress
  }
}
