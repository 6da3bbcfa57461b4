import CNCurses
import TerminalModel

extension ColorLevel {
  /// The number of colours that represents the level on the C side.
  var colorCount: Int32 {
    switch self {
    case .none, .mono: 1
    case .ansi16: 16
    case .ansi256: 256
    case .truecolor: TERMINAL_TRUECOLOR
    }
  }

  /// This level, or the highest lower level that a terminal with this number of colours supports.
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
