import Graphics
import TerminalModel

/// A palette reduced to a colour level.
struct RingAppearance {
  let colors: ColorLevel
  let palette: RingPalette
  let isPaused: Bool

  /// Rings of one colour need a gap to be distinguishable.
  func keepsGap(glyphs: GlyphLevel) -> Bool {
    isPaused || glyphs == .ascii || colors == .mono || colors == .none
  }

  /// The assumed colour of the terminal's background.
  var background: SIMD3<Float> {
    hasInkOnly ? SIMD3(repeating: 0) : SIMD3(palette.background)
  }

  /// Whether tracks are drawn with a separate symbol, because no colour is dark enough for them.
  var hasDrawnTracks: Bool { hasInkOnly || colors == .ansi16 }

  /// - Parameter steps: the number of even steps per turn in which a gradient changes.
  func strokeColors(of ring: Ring, steps: Int) -> StrokeColors {
    let own = palette.colors(of: ring, isPaused: isPaused)
    switch colors {
    case .truecolor:
      return StrokeColors(
        from: SIMD3(own.start), to: SIMD3(own.end), steps: steps, track: SIMD3(own.track), shadow: SIMD3(own.shadow))
    case .ansi256:
      return StrokeColors(
        steps: own.arcEntries.map { SIMD3(RGB(paletteEntry: $0)) }, track: SIMD3(RGB(paletteEntry: own.trackEntry)),
        shadow: SIMD3(own.shadow))
    case .ansi16:
      return StrokeColors(steps: [SIMD3(RGB(paletteEntry: own.basicArc))], track: background, shadow: background)
    case .mono, .none:
      return StrokeColors(steps: [Self.ink], track: background, shadow: background)
    }
  }

  /// The shades available to cells, given the rings that touch them.
  func shades(for rings: () -> [Ring]) -> ShadeSet {
    switch colors {
    case .truecolor: return .all
    case .ansi256: return .palette
    case .ansi16:
      let arcs = rings().map { ring in
        let entry = palette.colors(of: ring, isPaused: isPaused).basicArc
        return Shade(cellColor: .palette(entry), color: SIMD3(RGB(paletteEntry: entry)), kind: .color)
      }
      return .these([.background(background)] + arcs)
    case .mono, .none: return .these([.background(background), .foreground(Self.ink)])
    }
  }

  /// A track cell of a ring, for levels that draw tracks with a symbol.
  func trackCell(of ring: Ring, glyphs: GlyphLevel) -> Cell {
    let own = palette.colors(of: ring, isPaused: isPaused)
    let symbol: Unicode.Scalar = glyphs == .ascii ? "." : colors == .ansi16 ? "░" : "·"
    switch colors {
    case .truecolor, .ansi256:
      // A dot inks little of its cell, so the track's own colour would be invisible.
      let color = ((SIMD3(own.start) + SIMD3(own.track)) / 2).rgb
      return Cell(symbol, style: CellStyle(foreground: CellColor.rgb(color).reduced(to: colors)))
    case .ansi16: return Cell(symbol, style: CellStyle(foreground: .palette(own.basicTrack)))
    case .mono: return Cell(symbol, style: CellStyle(attributes: .dim))
    case .none: return Cell(symbol)
    }
  }

  private var hasInkOnly: Bool { colors == .mono || colors == .none }
  private static let ink = SIMD3<Float>(repeating: 255)
}
