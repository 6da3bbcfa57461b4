package import HealthModel

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
