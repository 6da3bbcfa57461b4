package import Dashboard
import HealthModel

/// The output formats of `show`.
package enum ShowFormat: String, CaseIterable {
  case auto, color, plain, sentences, markdown, json, svg, png
}

/// The screens that can be printed.
package enum ShowView: String, CaseIterable {
  case day, month, year, trends, streaks, move, exercise, stand
  case workouts, sleep, heart, chart, sources

  package var screen: any Screen {
    switch self {
    case .day: DayScreen()
    case .month: MonthScreen()
    case .workouts: WorkoutsScreen()
    case .sleep: SleepScreen()
    case .heart: HeartScreen()
    case .chart: ChartScreen()
    case .sources: SourcesScreen()
    case .year: YearScreen()
    case .trends: TrendsScreen()
    case .streaks: StreaksScreen()
    case .move: RingScreen(ring: .move)
    case .exercise: RingScreen(ring: .exercise)
    case .stand: RingScreen(ring: .stand)
    }
  }
}

extension ShowView {
  /// Whether the view is of a day or a month, so that a few weeks of demo data are enough.
  package var isOfOneDay: Bool { [.day, .month, .move, .exercise, .stand].contains(self) }

  /// The screen of a view that `ViewPage` reads and prints; nil for the views of rings.
  package var list: (any Screen)? {
    switch self {
    case .workouts, .sleep, .heart, .chart, .sources: screen
    default: nil
    }
  }
}
