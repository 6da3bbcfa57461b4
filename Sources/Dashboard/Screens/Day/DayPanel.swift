import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// A panel beside the day on a large screen.
package enum DayPanel: String, Hashable, Sendable, CaseIterable {
  /// The month as a calendar.
  case month
  /// The last weeks of each ring.
  case weeks
  /// Streak, records, heart rate and workouts of the day.
  case facts
  /// The heart rate of the day.
  case heart
  /// The stages of the night before the day.
  case night
  /// The latest workouts.
  case workouts
  /// The training load of the last weeks.
  case load

  /// The rows that it needs, with its box.
  var length: Length {
    switch self {
    case .month: .share(2, from: 16, to: 34)
    case .weeks: .share(from: 11)
    case .facts: .fixed(9)
    case .heart: .share(from: 10)
    case .night: .share(from: 10, to: 20)
    case .workouts: .share(from: 8)
    case .load: .share(from: 10)
    }
  }

  func queries(in context: ScreenContext) -> [any StoreQuery] {
    let last = context.week.upperBound
    switch self {
    case .month: return [MonthScreen.query(for: context.selected, context)]
    case .weeks: return [SummariesQuery(max(ScreenContext.firstDay, last - (WidePanel.days + 5))...last)]
    case .facts: return [DetailsQuery(context.selected), RecordsQuery()]
    case .heart: return [HeartQuery(context.selected)]
    case .night: return [SleepQuery(upTo: context.selected)]
    case .workouts: return [WidePanel.workoutsQuery]
    case .load: return [WorkoutOverviewQuery(weekStart: context.data.weekStart)]
    }
  }
}

/// The panels beside the day, from top to bottom.
package struct DayComposition: Hashable, Sendable {
  /// The name of a preset; nil for the user's own.
  package let name: String?
  package let panels: [DayPanel]

  package static let overview = DayComposition(name: "overview", panels: [.month, .weeks, .facts])
  package static let presets = [
    overview, DayComposition(name: "training", panels: [.load, .workouts, .facts]),
    DayComposition(name: "recovery", panels: [.night, .heart, .weeks]),
  ]

  private init(name: String, panels: [DayPanel]) {
    (self.name, self.panels) = (name, panels)
  }

  package static let mostPanels = 4

  /// The composition of some panels; nil if there are none, more than four, or one twice.
  package init?(_ panels: [DayPanel]) {
    guard (1...Self.mostPanels).contains(panels.count), Set(panels).count == panels.count else { return nil }
    name = Self.presets.first { $0.panels == panels }?.name
    self.panels = panels
  }

  /// The next one among the presets and the user's own.
  func next(configured: DayComposition) -> DayComposition {
    let all = Self.presets + (configured.name == nil ? [configured] : [])
    return all[((all.firstIndex(of: self) ?? -1) + 1) % all.count]
  }

  /// What a user is told after choosing it.
  var words: String {
    let list = panels.map(\.rawValue).joined(separator: ", ")
    return name.map { "Layout \($0): \(list). With layout = \"\($0)\" in the configuration it stays." }
      ?? "Your layout: \(list)."
  }
}
