import CNCurses
package import TerminalModel

/// Encodes colours for the C side: -1 is the default colour, 0...255 the palette, `0x1000000 | rrggbb` truecolour.
package struct ColorEncoder: Hashable, Sendable {
  package let level: ColorLevel

  package init(level: ColorLevel) {
    self.level = level
  }

  /// The code of the nearest colour that a terminal of this level shows.
  package func code(for color: CellColor) -> Int32 {
    switch color.reduced(to: level) {
    case .terminalDefault: -1
    case .palette(let entry): Int32(entry)
    case .rgb(let color): 0x1000000 | Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue)
    }
  }
}

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
