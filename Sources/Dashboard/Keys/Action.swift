package import HealthModel

/// What a key, or a click, stands for. Each screen says what it means there.
package enum Action: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case left, right, up, down
  }

  case move(Direction)
  /// A larger step: a month, a screenful.
  case page(Direction)
  /// By the mouse's wheel; positive is down, or on.
  case scroll(Int)
  /// To the beginning and the end: of a list, of text.
  case first, last
  /// From field to field.
  case next, previous
  case select
  /// The entry of a list.
  case choose(Int)
  case search
  /// Sorts a table.
  case sort(Sorting)
  /// Closes the topmost thing that is open.
  case back
  case goToToday
  case goTo(Day)
  case look(at: Ring)
  case zoom
  case moveHour(Int)
  /// The hour of a ring's chart.
  case lookAtHour(Int, Ring)
  case open(ScreenName)
  case erase(Erasure)
  case insert(String)
  /// A change of the store, as the words of a command.
  case edit(String)
  case undo
  case useTheme(String)
  /// What lists and charts know.
  case view(ViewAction)
  case toggleMouse
  case redraw
  case suspend
  /// The dashboard on made-up data.
  case runDemo
  case quit

  package enum Sorting: Hashable, Sendable {
    /// By the column after the one that sorts now.
    case next
    case reverse
    /// By this column; the other way round where it sorts already.
    case column(Int)
  }

  package enum Erasure: Hashable, Sendable {
    case before, after, word, all
  }
}
