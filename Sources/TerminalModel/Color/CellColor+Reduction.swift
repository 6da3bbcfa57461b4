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
