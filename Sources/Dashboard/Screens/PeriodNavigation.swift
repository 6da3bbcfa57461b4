import HealthAnalysis
import HealthModel
import TerminalModel
import Widgets

/// Navigation by periods, shared by lists and charts.
enum PeriodNavigation {
  static let bindings = [
    KeyBinding(
      keys: ["h", .left], action: .move(.left), condition: .afterFirst, label: "period", rank: 3,
      help: "Previous period."),
    KeyBinding(
      keys: ["l", .right], action: .move(.right), condition: .beforeToday, label: "period", rank: 3,
      help: "Next period."),
  ]

  static let choices = zip(ChartPeriod.allCases, ["1", "2", "3", "4", "5", "6"]).map { period, key in
    KeyBinding(
      keys: [.character(Unicode.Scalar(key) ?? "1")], action: .view(.period(period)), condition: .withStore,
      help: "\(ChartScreen.name(of: period)).")
  }

  /// Another day, by a number of periods.
  static func requests(_ steps: Int, _ period: ChartPeriod) -> [ScreenRequest] {
    switch period {
    case .day: [.step(steps)]
    case .week: [.step(7 * steps)]
    case .month: [.selectMonth(steps)]
    case .sixMonths: [.selectMonth(6 * steps)]
    case .year: [.selectMonth(12 * steps)]
    case .all: []
    }
  }
}
