package import HealthModel

extension Day {
  /// `Mon` to `Sun`, in English: a status line knows no locale.
  package var shortWeekday: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][isoWeekday - 1]
  }
}

extension DaySummary {
  /// Whether the house's goal stands in for at least one ring.
  var hasDefaultGoal: Bool {
    Ring.allCases.contains { self[$0].goalIsDefault }
  }
}
