package import HealthModel
import Presentation

/// The meaning of a key or a click. Each screen defines what it does.
package enum Action: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case left, right, up, down
  }

  case move(Direction)
  /// A larger step: a month, a page.
  case page(Direction)
  /// The mouse wheel; positive is down or forward.
  case scroll(Int)
  /// To the start and the end of a list or text.
  case first, last
  /// To the next or the previous field.
  case next, previous
  case select
  /// Selects an entry of a list.
  case choose(Int)
  case search
  /// Sorts a table.
  case sort(Sorting)
  /// Closes the topmost screen.
  case back
  case goToToday
  case goTo(Day)
  case selectRing(Ring)
  case zoom
  case moveHour(Int)
  /// Selects an hour in a ring's chart.
  case selectHour(Int, Ring)
  case open(ScreenName)
  case erase(Erasure)
  case insert(String)
  /// A change of the store, as the arguments of a command.
  case edit(String)
  case undo
  case useTheme(String)
  /// Actions of lists and charts.
  case view(ViewAction)
  case toggleMouse
  /// Shows the next composition of panels beside the day.
  case nextLayout
  /// Copies the view as text.
  case copy
  case redraw
  case suspend
  /// Starts the demo.
  case runDemo
  case quit

  package enum Sorting: Hashable, Sendable {
    /// By the column after the current one.
    case next
    case reverse
    /// By this column; reverses the order if it is the current one.
    case column(Int)
  }

  package enum Erasure: Hashable, Sendable {
    case before, after, word, all
  }
}

extension Action {
  /// The name of the action in the configuration; nil for one that cannot be bound to a key.
  package var name: String? {
    switch self {
    case .move(.left): "left"
    case .move(.right): "right"
    case .move(.up): "up"
    case .move(.down): "down"
    case .page(.left): "page-left"
    case .page(.right): "page-right"
    case .page(.up): "page-up"
    case .page(.down): "page-down"
    case .first: "first"
    case .last: "last"
    case .select: "select"
    case .back: "back"
    case .goToToday: "today"
    case .selectRing(let ring): ring.key
    case .zoom: "zoom"
    case .moveHour(let step): step < 0 ? "previous-hour" : "next-hour"
    case .undo: "undo"
    case .search: "search"
    case .sort(.next): "sort"
    case .sort(.reverse): "reverse-sort"
    case .open(let screen): screen.description
    case .toggleMouse: "mouse"
    case .nextLayout: "layout"
    case .copy: "copy"
    case .view(let action): action.name
    case .redraw: "redraw"
    case .suspend: "suspend"
    case .runDemo: "demo"
    case .quit: "quit"
    default: nil
    }
  }
}
