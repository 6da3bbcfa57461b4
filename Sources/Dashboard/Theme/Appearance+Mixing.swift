import Rings
import TerminalModel

extension Appearance {
  /// The colour of the background, for text on the filled part of a bar.
  var backgroundColor: CellColor {
    switch colors {
    case .truecolor, .ansi256: CellColor.rgb(palette.background).reduced(to: colors)
    case .ansi16: palette.background.isDark ? .palette(0) : .palette(15)
    case .mono, .none: .terminalDefault
    }
  }

  /// A colour mixed with a share of the background, if the terminal supports it.
  func faded(_ color: CellColor, _ share: Double) -> CellColor { mixed(color, with: palette.background, share) }

  /// A colour mixed with a share of another, if the terminal supports it.
  func mixed(_ color: CellColor, with other: RGB, _ share: Double) -> CellColor {
    switch color {
    case .rgb(let rgb): CellColor.rgb(rgb.mixed(with: other, share: share)).reduced(to: colors)
    case .palette(let entry) where entry >= 16:
      CellColor.rgb(RGB(paletteEntry: entry).mixed(with: other, share: share)).reduced(to: colors)
    case .palette, .terminalDefault: color
    }
  }
}
