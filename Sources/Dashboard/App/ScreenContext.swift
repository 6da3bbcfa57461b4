package import FoundationEssentials
import HealthAnalysis
package import HealthModel
package import Presentation
package import TerminalModel
package import Widgets

/// The state that all screens can read and none can change; a screen requests changes with `ScreenRequest`.
package struct ScreenContext: Sendable {
  package enum Mode: Hashable, Sendable {
    /// With footer and boxes.
    case normal
    /// For a small pane that stays open: only the day, no footer.
    case pane
  }

  package var mode: Mode
  package var appearance: Appearance
  /// The format of numbers and dates.
  package var formatting: Formatting
  package var keymap: Keymap
  /// The size of the whole terminal.
  package var size: CellSize
  /// The time of the last event.
  package internal(set) var now: Date
  /// Today in the user's time zone.
  package internal(set) var today: Day
  /// Never after today.
  package internal(set) var selected: Day
  package internal(set) var data: DataCache
  package internal(set) var store: StoreStatus = .loading
  /// Nil if the store is on this machine.
  package internal(set) var connection: ServerConnection?
  package internal(set) var notice: Notice?
  package internal(set) var motion: Motion?
  package internal(set) var chartMotion: ChartMotion?
  package internal(set) var hasMouse: Bool
  /// The position of the pointer, while hints may be shown.
  package internal(set) var pointer: CellPoint?
  /// Whether the data is made up.
  package var isDemo: Bool
  /// Whether nobody can press a key or click, so that nothing needs to be navigable.
  package internal(set) var isOnPaper = false

  /// The screen below the dialogs.
  package internal(set) var screen: ScreenName = DayScreen.name
  /// The pending changes of the store, the current one first.
  var edits: [String] = []
  /// The completed percentage of the current change, if it takes long.
  package internal(set) var editProgress: Int?
  /// The theme that was chosen in the dashboard; nil if none was.
  package internal(set) var chosenTheme: Theme?
  /// The panels beside the day on a large screen, and those in the configuration.
  package internal(set) var composition = DayComposition.overview
  var configuredComposition = DayComposition.overview
  /// The goal of the user's own that has a ring; nil for three rings.
  package internal(set) var ownRing: GoalAmount?
  /// The available themes.
  package var themes: [Theme] = Theme.builtIn

  /// The first day that can be selected: there is no earlier health data.
  static let firstDay = Day(number: 0)

  package var summary: DaySummary? { data.summary(of: selected) }

  /// Whether something has recorded a ring on the selected day; true while the day is being read.
  func isRecorded(_ ring: Ring) -> Bool { summary?.hasRecord(of: ring) ?? !data.isKnown(selected) }

  /// The hours of the selected day.
  package var activity: DayActivity? { data.answer(to: ActivityQuery(selected)) }

  /// How many hours of the selected day have begun.
  var hoursBegun: Int { activity?.hours.count { $0.start <= now } ?? 24 }

  /// The user's own goals on the selected day.
  package var goals: [GoalProgress] { data.answer(to: goalsQuery) ?? [] }

  var goalsQuery: GoalsQuery { GoalsQuery(selected, weekStart: data.weekStart) }

  /// The rings of the user.
  package var rings: [Ring] { data.knowOnlyMove ? [.move] : Ring.allCases }

  package var streak: Streak { Streak(upTo: selected, today: today, in: data) }

  /// The seven days of the selected day's week.
  package var week: ClosedRange<Day> { week(of: selected) }

  func week(of day: Day) -> ClosedRange<Day> { day.week(startingOn: data.weekStart) }

  /// The selected day relative to today, and whether it is paused.
  var placeOfDay: String {
    DayWords.distance(of: selected, from: today) + (summary?.isPaused == true ? ", paused" : "")
  }
}

/// The loaded data of the screens for months and years.
extension ScreenContext {
  var streaksQuery: StreaksQuery { StreaksQuery(today: today, weekStart: data.weekStart) }

  var streaks: StreakReport? { data.answer(to: streaksQuery) }

  var trends: TrendReport? { data.answer(to: TrendsQuery(today: today)) }

  /// A ring of the selected day compared with its usual value; nil for any day but today.
  func pace(_ ring: Ring) -> RingPace? {
    selected == today ? RingPace(ring, of: summary, usual: usualHours, now: now) : nil
  }

  /// The texts for a ring of today: when it will close, then its usual value by now.
  func paceWords(_ ring: Ring) -> [String] {
    guard let pace = pace(ring) else { return [] }
    let unit = unit(of: ring)
    return [pace.paceWords(unit, formatting), pace.usualWords(unit, formatting)].compactMap(\.self)
  }

  /// The texts for a ring of a day, as far as it has been loaded.
  func words(_ ring: Ring, on day: Day) -> RingWords {
    RingWords(
      ring, of: data.summary(of: day), isKnown: data.isKnown(day), isOver: day < today, formatting: formatting)
  }

  var usualHours: UsualHours? { data.answer(to: UsualHoursQuery(today)) }
}
