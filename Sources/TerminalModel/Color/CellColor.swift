/// A colour with 8 bits per channel.
package struct RGB: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// The foreground or background colour of a cell.
package enum CellColor: Hashable, Sendable {
  /// The terminal's default foreground or background, possibly transparent.
  case terminalDefault
  case rgb(RGB)
  /// An entry of the terminal's palette: 0...15 are set by the user, 16...255 are the fixed cube and greys.
  case palette(UInt8)
}

/// The number of colours that a terminal can show.
package enum ColorLevel: String, Sendable, Hashable, CaseIterable {
  case none
  /// No colours, but bold, dim and reverse.
  case mono
  case ansi16 = "16"
  case ansi256 = "256"
  case truecolor
}

/// The symbols that a terminal draws without gaps.
package enum GlyphLevel: String, Sendable, Hashable, CaseIterable {
  case ascii
  /// Halves, quadrants and eighths: supported everywhere.
  case block
  /// Also sextants and wedges: supported by terminals that draw these symbols themselves.
  case legacy
  /// Also octants.
  case octant
}
