package import HealthModel

/// What a key, or a click on its name, does.
package enum Action: Hashable, Sendable {
  case moveDays(Int)
  case moveMonths(Int)
  case goToToday
  case askForDate
  case focus(Ring)
  case zoom
  case toggleMouse
  case showHelp
  case scrollHelp(Int)
  /// Closes the topmost thing that is open: an overlay, the zoom, the focus.
  case close
  case confirmDate
  case eraseCharacter
  case eraseAll
  case suspend
  case quit
}
