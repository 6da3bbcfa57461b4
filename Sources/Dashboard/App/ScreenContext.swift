package import FoundationEssentials
package import HealthModel
package import TerminalModel

/// What every screen sees and none changes: a screen asks for changes by `ScreenRequest`.
package struct ScreenContext: Sendable {
  package enum Mode: Hashable, Sendable {
    /// With footer and boxes.
    case normal
    /// For a small pane that stays open: the day alone, no footer.
    case pane
  }

  package var mode: Mode
  package var appearance: Appearance
  /// How numbers and dates are written.
  package var formatting: Formatting
  package var keymap: Keymap
  /// Of the whole terminal.
  package var size: CellSize
  /// When the last event happened.
  package internal(set) var now: Date
  /// Today where the user is.
  package internal(set) var today: Day
  /// Never after today.
  package internal(set) var selected: Day
  package internal(set) var data: DataCache
  package internal(set) var store: StoreStatus = .loading
  /// Nil where the store is on this machine.
  package internal(set) var connection: ServerConnection?
  package internal(set) var notice: Notice?
  package internal(set) var motion: Motion?
  package internal(set) var hasMouse: Bool
  /// Where the pointer rests, while it may be told something.
  package internal(set) var pointer: CellPoint?
  /// The data is made up.
  package var isDemo: Bool
  /// Nobody can press a key or click: there is nothing to walk by.
  package internal(set) var isOnPaper = false

  /// The screen below the dialogs.
  package internal(set) var screen: ScreenName = DayScreen.name
  /// The changes of the store that were asked for and are not done, the one under way first.
  var edits: [String] = []
  /// The theme that was chosen in the dashboard; nil where nobody has.
  package internal(set) var chosenTheme: Theme?
  /// The themes to choose from.
  package var themes: [Theme] = Theme.builtIn

  /// No day before it can be selected: there are no health data from then.
  static let firstDay = Day(number: 0)

  package var summary: DaySummary? { data.summary(of: selected) }

  /// The rings that the user has.
  package var rings: [Ring] { data.knowOnlyMove ? [.move] : Ring.allCases }

  package var streak: Streak { Streak(upTo: selected, today: today, in: data) }

  /// The seven days of the selected day's week.
  package var week: ClosedRange<Day> { week(of: selected) }

  func week(of day: Day) -> ClosedRange<Day> {
    let first = data.week(of: day)
    return first...(first + 6)
  }

  /// Whether the data of the selected day are still on their way.
  var isKnown: Bool { data.isKnown(selected) }
}
