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

  /// Whether shades can be told apart.
  package var hasPalette: Bool { self == .truecolor || self == .ansi256 }
}

/// The symbols that a terminal draws without gaps.
package enum GlyphLevel: String, Sendable, Hashable, CaseIterable {
  case ascii
  /// Halves, quadrants and eighths: supported everywhere.
  case block
  /// Also sextants and wedges: supported by terminals that draw these symbols themselves.
  case legacy
  case octant
}

extension CellColor {
  /// The nearest colour that a terminal of this level can show; the default colour if it shows none.
  package func reduced(to level: ColorLevel) -> CellColor {
    switch (level, self) {
    case (.none, _), (.mono, _), (_, .terminalDefault):
      return .terminalDefault
    case (.truecolor, _):
      return self
    case (.ansi256, .rgb(let color)):
      return .palette(color.nearestPaletteEntry)
    case (.ansi256, .palette):
      return self
    case (.ansi16, .rgb(let color)):
      return .palette(color.nearestBasicEntry)
    case (.ansi16, .palette(let entry)):
      return entry < 16 ? self : .palette(RGB(paletteEntry: entry).nearestBasicEntry)
    }
  }
}

extension CellStyle {
  /// The style as a terminal of this level can show it; the default style if it supports neither colours nor
  /// attributes.
  package func reduced(to level: ColorLevel) -> CellStyle {
    CellStyle(
      foreground: foreground.reduced(to: level), background: background.reduced(to: level),
      attributes: level == .none ? [] : attributes)
  }
}
