import CNCurses
import TerminalModel

extension ColorLevel {
  /// The number by which the C side names the level.
  var colorCount: Int32 {
    switch self {
    case .none, .mono: 1
    case .ansi16: 16
    case .ansi256: 256
    case .truecolor: TERMINAL_TRUECOLOR
    }
  }

  /// This level, or the highest below it that a terminal of so many colours shows.
  func lowered(toColorCount count: Int32) -> ColorLevel {
    switch self {
    case .none, .mono: self
    case _ where count >= colorCount: self
    case _ where count >= 256: .ansi256
    case _ where count >= 8: .ansi16
    default: .mono
    }
  }
}
