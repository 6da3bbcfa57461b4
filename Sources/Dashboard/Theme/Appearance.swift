package import Rings
package import TerminalModel

/// The terminal's capabilities and the user's preferences for drawing.
package struct Appearance: Hashable, Sendable {
  package var glyphLevel: GlyphLevel
  package var colors: ColorLevel
  /// The height of a cell divided by its width.
  package var cellAspect: Double
  package var palette: RingPalette
  /// The colours of text and lines.
  package internal(set) var theme: Theme
  /// Whether changes are animated.
  package var animates: Bool

  package init(
    glyphLevel: GlyphLevel = .block, colors: ColorLevel = .truecolor, cellAspect: Double = 2,
    palette: RingPalette = .standard, animates: Bool = true
  ) {
    self.glyphLevel = glyphLevel
    self.colors = colors
    self.cellAspect = cellAspect > 0.5 && cellAspect < 8 ? cellAspect : 2
    self.palette = palette
    theme = palette.background.isDark ? .dark : .light
    self.animates = animates
  }

  func ringRenderer(_ palette: RingPalette) -> RingRenderer {
    RingRenderer(glyphs: glyphLevel, colors: colors, cellAspect: cellAspect, palette: palette)
  }

  var glyphs: Glyphs { glyphLevel == .ascii ? .ascii : .unicode }
}
