package import HealthModel
package import Presentation
package import Rings
package import TerminalModel

/// The terminal's capabilities and the user's preferences for drawing.
package struct Appearance: Hashable, Sendable {
  package var glyphLevel: GlyphLevel
  package var colors: ColorLevel
  /// The height of a cell divided by its width.
  package var cellAspect: Double
  /// The background of a palette decides which theme fits, until the user chooses one.
  package var palette: RingPalette { didSet { theme = Self.theme(on: palette) } }
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
    theme = Self.theme(on: palette)
    self.animates = animates
  }

  private static func theme(on palette: RingPalette) -> Theme { palette.background.isDark ? .dark : .light }

  package func ringRenderer(_ palette: RingPalette) -> RingRenderer {
    RingRenderer(glyphs: glyphLevel, colors: colors, cellAspect: cellAspect, palette: palette)
  }

  package var glyphs: Glyphs { glyphLevel == .ascii ? .ascii : .unicode }
}

/// The colours around the rings. Text has the terminal's default colours, except for the names of the rings.
extension Appearance {
  /// Whether there are colours dark enough, or light enough, for the track of a bar.
  package var hasTracks: Bool { glyphLevel != .ascii && colors.hasPalette }

  /// Whether values can differ by their colour.
  package var hasColors: Bool { colors != .mono && colors != .none }

  /// Whether there are attributes; without them, a selection needs a mark.
  package var showsReverse: Bool { colors != .none }

  /// The assumed background of the terminal.
  package var background: RGB { palette.background }

  package func color(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    color(ringColors(of: ring, isPaused: isPaused))
  }

  private func color(_ ring: RingColors) -> CellColor {
    leveled(ring.end.mixed(with: ring.start, share: 0.5), ring.arcEntries.first, ring.basicArc)
  }

  /// The mean of a ring's start and end colours, for a terminal with all colours.
  package func middleColor(of ring: HealthModel.Ring, isPaused: Bool = false) -> RGB {
    let colors = ringColors(of: ring, isPaused: isPaused)
    return colors.end.mixed(with: colors.start, share: 0.5)
  }

  /// The colour of the unfilled part of a bar.
  func trackColor(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    let ring = ringColors(of: ring, isPaused: isPaused)
    return leveled(ring.track, ring.trackEntry, ring.basicTrack)
  }

  /// The colour of the second lap of a bar: with more contrast to the background than the first lap.
  func secondLapColor(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    let ring = ringColors(of: ring, isPaused: isPaused)
    let away: RGB = palette.background.isDark ? RGB(255, 255, 255) : RGB(0, 0, 0)
    return leveled(ring.end.mixed(with: away, share: 0.5), ring.arcEntries.last, ring.basicArc)
  }

  package func name(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellStyle {
    CellStyle(foreground: textColor(of: ring, isPaused: isPaused), attributes: .bold)
  }

  /// The style of the name of the goal that has a ring.
  package func ownName(isPaused: Bool) -> CellStyle {
    CellStyle(foreground: readable(color(isPaused ? palette.paused : palette.own)), attributes: .bold)
  }

  /// The ring's colour if text in it is readable, otherwise the nearest readable one; the terminal's default if there
  /// are too few colours.
  func textColor(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    readable(color(of: ring, isPaused: isPaused))
  }

  private func readable(_ color: CellColor) -> CellColor {
    let background = palette.background
    switch color {
    case .terminalDefault: return color
    case .rgb(let rgb): return .rgb(rgb.readable(on: [background]))
    case .palette(let entry):
      let shown = RGB.commonColors(ofPaletteEntry: entry)
      if shown.allSatisfy({ $0.contrast(with: background) >= RGB.textContrast }) { return color }
      guard entry >= 16 else { return .terminalDefault }
      // The colour cube is coarse, so the nearest entry may be unreadable again.
      let wanted = shown[0].readable(on: [background])
      let end: RGB = background.isDark ? RGB(255, 255, 255) : RGB(0, 0, 0)
      for step in 0...16 {
        let candidate = wanted.mixed(with: end, share: Double(step) / 16).nearestPaletteEntry
        if RGB(paletteEntry: candidate).contrast(with: background) >= RGB.textContrast { return .palette(candidate) }
      }
      return .terminalDefault
    }
  }

  /// A style of text in the theme's colours: the attributes of faint, strong and plain text determine their role.
  package func themed(_ style: CellStyle) -> CellStyle {
    guard style.foreground == .terminalDefault, style.background == .terminalDefault else { return style }
    var style = style
    let isSelected = style.attributes.contains(.reverse)
    if isSelected, let selected = theme.selected, colors.hasPalette {
      style.attributes.remove(.reverse)
      style.background = CellColor.rgb(selected).reduced(to: colors)
      style.foreground = CellColor.rgb((theme.title ?? RGB(255, 255, 255)).readable(on: [selected])).reduced(to: colors)
      return style
    }
    guard !isSelected else { return style }
    let role =
      style.attributes.contains(.dim) ? theme.muted : style.attributes.contains(.bold) ? theme.title : theme.text
    guard let role, colors.hasPalette else { return style }
    style.attributes.remove(.dim)
    style.foreground = CellColor.rgb(role.readable(on: [palette.background])).reduced(to: colors)
    return style
  }

  /// The style of box borders.
  package var border: CellStyle {
    guard let color = theme.border, colors.hasPalette else { return .faint }
    return CellStyle(foreground: CellColor.rgb(color).reduced(to: colors))
  }

  private func leveled(_ rgb: RGB, _ entry: UInt8?, _ basic: UInt8) -> CellColor {
    switch colors {
    case .truecolor: .rgb(rgb)
    case .ansi256: entry.map { .palette($0) } ?? .rgb(rgb)
    case .ansi16: .palette(basic)
    case .mono, .none: .terminalDefault
    }
  }

  private func ringColors(of ring: HealthModel.Ring, isPaused: Bool) -> RingColors {
    if isPaused { return palette.paused }
    return switch ring {
    case .move: palette.move
    case .exercise: palette.exercise
    case .stand: palette.stand
    }
  }
}

extension RGB {
  package var isDark: Bool { Int(red) + Int(green) + Int(blue) < 384 }
}

extension Appearance {
  /// A colour mixed with a share of the background, if the terminal supports it.
  package func faded(_ color: CellColor, _ share: Double) -> CellColor { mixed(color, with: palette.background, share) }

  /// A colour mixed with a share of another, if the terminal supports it.
  package func mixed(_ color: CellColor, with other: RGB, _ share: Double) -> CellColor {
    switch color {
    case .rgb(let rgb): CellColor.rgb(rgb.mixed(with: other, share: share)).reduced(to: colors)
    case .palette(let entry) where entry >= 16:
      CellColor.rgb(RGB(paletteEntry: entry).mixed(with: other, share: share)).reduced(to: colors)
    case .palette, .terminalDefault: color
    }
  }
}

extension Appearance {
  /// Uses the theme's colours. The background remains the one that the terminal reports.
  package mutating func use(_ theme: Theme) {
    let background = palette.background
    palette = theme.rings
    // Edges blend into the actual background, if it is similar to the theme's.
    if background.isDark == theme.rings.background.isDark { palette.background = background }
    self.theme = theme
  }
}
