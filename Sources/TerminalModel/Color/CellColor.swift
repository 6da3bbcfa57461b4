/// A colour of 8 bits a channel.
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

/// The colour of one side of a cell.
package enum CellColor: Hashable, Sendable {
  /// The terminal's own foreground or background, transparent where the user has it so.
  case terminalDefault
  case rgb(RGB)
  /// An entry of the terminal's palette: 0...15 are the user's colours, 16...255 the fixed cube and greys.
  case palette(UInt8)
}

/// How many colours a terminal shows.
package enum ColorLevel: String, Sendable, Hashable, CaseIterable {
  case none
  /// No colours, but bold, dim and reverse.
  case mono
  case ansi16 = "16"
  case ansi256 = "256"
  case truecolor
}

/// Which symbols a terminal draws without gaps.
package enum GlyphLevel: String, Sendable, Hashable, CaseIterable {
  case ascii
  /// Halves, quadrants and eighths: everywhere.
  case block
  /// Sextants and wedges as well: terminals that draw them themselves.
  case legacy
  /// Octants as well.
  case octant
}
