package import FoundationEssentials
package import HealthModel
package import TerminalModel

/// Everything the dashboard knows. A frame is a function of it, and of nothing else but words.
package struct DashboardState: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    /// With footer and boxes.
    case normal
    /// For a small pane that stays open: the day alone, no footer.
    case pane
  }

  package var mode: Mode
  package var appearance: Appearance
  package var size: CellSize
  /// When the last event happened.
  package internal(set) var now: Date
  /// Today where the wearer is.
  package internal(set) var today: Day
  /// Never after today.
  package internal(set) var selected: Day
  package internal(set) var days: LoadedDays
  package internal(set) var store: StoreStatus = .loading
  package internal(set) var overlay: Overlay?
  /// The one ring that is looked at.
  package internal(set) var focus: Ring?
  /// True where the rings, or the focused one, have the screen to themselves.
  package internal(set) var isZoomed = false
  package internal(set) var notice: Notice?
  package internal(set) var motion: Motion?
  package internal(set) var hasMouse: Bool
  /// The data is made up.
  package var isDemo: Bool

  /// False until the wearer, by key or option, has chosen a day; until then the newest data chooses.
  var hasChosenDay: Bool

  /// - Parameters:
  ///   - selected: the day that was asked for; nil follows the data.
  ///   - weekStart: the first weekday by ISO 8601, Monday is 1.
  package init(
    today: Day, now: Date, size: CellSize, selected: Day? = nil, mode: Mode = .normal,
    appearance: Appearance = Appearance(), weekStart: Int = 1, hasMouse: Bool = true, isDemo: Bool = false
  ) {
    self.mode = mode
    self.appearance = appearance
    self.size = size
    self.now = now
    self.today = today
    self.selected = min(max(selected ?? today, Self.firstDay), today)
    self.days = LoadedDays(weekStart: weekStart)
    self.hasMouse = hasMouse
    self.isDemo = isDemo
    self.hasChosenDay = selected != nil
  }

  /// No day before it can be selected: there are no health data from then.
  static let firstDay = Day(number: 0)

  /// True while the loop should send `DashboardEvent.motion`, some thirty times a second.
  package var isMoving: Bool { motion != nil }

  package var summary: DaySummary? { days.summary(of: selected) }

  /// The rings that the wearer has.
  package var rings: [Ring] { days.knowOnlyMove ? [.move] : Ring.allCases }

  package var streak: Streak { Streak(upTo: selected, today: today, in: days) }

  /// The seven days of the selected day's week.
  package var week: ClosedRange<Day> {
    let first = days.week(of: selected)
    return first...(first + 6)
  }
}
