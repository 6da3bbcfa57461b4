package import HealthModel
package import Presentation
import Rings
package import TerminalModel

/// How a status line draws a ring.
package enum StatusFigure: String, Hashable, Sendable, CaseIterable {
  /// A small ring that fills up, and the percentage if there is room.
  case rings
  /// Only the percentage.
  case digits
  /// A bar of eighth blocks, and the percentage if there is room.
  case bars
}

/// The colours of a status line.
package struct StatusPalette: Hashable, Sendable {
  package var move: RGB
  package var exercise: RGB
  package var stand: RGB
  /// The colour of paused days, days without data, and problems.
  package var muted: RGB

  package init(move: RGB, exercise: RGB, stand: RGB, muted: RGB) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.muted = muted
  }

  package static let standard = StatusPalette(
    move: RGB(0xff, 0x33, 0x6e), exercise: RGB(0x8f, 0xe7, 0x2b), stand: RGB(0x2b, 0xcd, 0xe1),
    muted: RGB(0x8e, 0x8e, 0x93))

  /// The colours of a theme.
  package init(_ theme: Theme) {
    func middle(_ ring: RingColors) -> RGB { ring.start.mixed(with: ring.end, share: 0.5) }
    self.init(
      move: middle(theme.rings.move), exercise: middle(theme.rings.exercise), stand: middle(theme.rings.stand),
      muted: theme.muted ?? Self.standard.muted)
  }

  /// The colours of a built-in theme; nil for an unknown name.
  package init?(theme name: String) {
    guard let theme = Theme.builtIn.first(where: { $0.name == name }) else { return nil }
    // These themes have separate colours for bars.
    self = theme == .dark || theme == .light ? .standard : StatusPalette(theme)
  }

  package subscript(ring: HealthModel.Ring) -> RGB {
    switch ring {
    case .move: move
    case .exercise: exercise
    case .stand: stand
    }
  }
}

/// The appearance of a status line. The format determines only the markup.
package struct StatusStyle: Hashable, Sendable {
  package var figure: StatusFigure
  /// `.ascii` uses only ASCII; every other level draws rings and eighth blocks.
  package var glyphs: GlyphLevel
  /// The maximum number of display cells, excluding markup; nil for the default of the format.
  package var width: Int?
  package var colors: Bool
  package var palette: StatusPalette

  package init(
    figure: StatusFigure = .rings, glyphs: GlyphLevel = .block, width: Int? = nil, colors: Bool = true,
    palette: StatusPalette = .standard
  ) {
    self.figure = figure
    self.glyphs = glyphs
    self.width = width
    self.colors = colors
    self.palette = palette
  }

  var isASCII: Bool { glyphs == .ascii }
}
