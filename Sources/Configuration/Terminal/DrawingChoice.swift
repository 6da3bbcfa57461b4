package import Curses
import Dashboard
import Foundation
import Presentation
package import Rings
package import TerminalModel
import Widgets

/// The value of `--color`.
package enum ColorArgument: String, CaseIterable {
  case auto, truecolor, mono, none
  case ansi256 = "256"
  case ansi16 = "16"

  package var level: ColorLevel? {
    ColorLevel(rawValue: rawValue)
  }
}

/// The value of `--glyphs`.
package enum GlyphsArgument: String, CaseIterable {
  case auto, ascii, block, legacy, octant, pixels

  var level: GlyphLevel? {
    GlyphLevel(rawValue: rawValue)
  }
}

/// The value of `--background`.
package enum BackgroundArgument: String, CaseIterable {
  case auto, dark, light
}

/// How to draw, from the options of a command, the configuration, the environment and what is known of the terminal.
package struct DrawingChoice {
  package var color = ColorArgument.auto
  package var glyphs = GlyphsArgument.auto
  var background = BackgroundArgument.auto

  package init(
    color: ColorArgument = ColorArgument.auto, glyphs: GlyphsArgument = GlyphsArgument.auto,
    background: BackgroundArgument = BackgroundArgument.auto
  ) {
    self.color = color
    self.glyphs = glyphs
    self.background = background
  }

  /// The explicit background and its origin: the command line takes precedence over the configuration.
  package func namedBackground(_ environment: Environment) -> (argument: BackgroundArgument, place: String)? {
    if background != .auto { return (background, "the option --background") }
    guard let configured = environment.settings.background, configured != .auto else { return nil }
    return (configured, "the configuration")
  }

  /// The colours for the explicit background or, without one, for the known background of the terminal.
  ///
  /// - Parameter reported: the background that the terminal reports now or reported last.
  package func palette(_ environment: Environment, reported: RGB? = nil) -> RingPalette {
    // The configured theme applies to all output, unless the command line names a background.
    if background == .auto, let theme = environment.settings.chosenTheme {
      var appearance = Appearance(palette: theme.rings)
      if let reported { appearance.palette.background = reported }
      appearance.use(theme)
      return appearance.palette
    }
    let named = namedBackground(environment)?.argument ?? .auto
    let isLight =
      switch named {
      case .dark: false
      case .light: true
      case .auto: TerminalBackground.isLight(reported: reported, environment: environment.variables) ?? false
      }
    var palette = isLight ? RingPalette.light : .standard
    // The edges of the rings blend into it. An explicit background has no exact colour.
    if named == .auto, let reported { palette.background = reported }
    return palette
  }

  /// How to draw, from the options, the environment and the known properties of the terminal.
  package func decide(_ environment: Environment, isTerminal: Bool) -> TerminalDecision {
    TerminalDecision(evidence(environment, isTerminal: isTerminal))
  }

  /// The evidence from the options, the environment, tmux, and the cached replies of the terminal.
  package func evidence(_ environment: Environment, isTerminal: Bool) -> TerminalEvidence {
    var evidence = TerminalEvidence(
      environment: environment.variables, characters: CharacterSupport.adoptingLocale(terminal: isTerminal ? 1 : nil)
    )
    evidence.isTerminal = isTerminal
    evidence.glyphsOption = glyphs.level
    evidence.colorOption = color.level
    evidence.configuredGlyphs = environment.settings.glyphs
    evidence.wantsPixels = glyphs == .pixels || glyphs == .auto && environment.settings.pixels
    evidence.configuredColor = environment.settings.color
    evidence.ask(TmuxQuery(environment))
    evidence.device = environment.terminalDevice
    if let key = evidence.memoryKey {
      evidence.replies = TerminalMemoryFile(environment.variables).load().entry(for: key)?.replies
    }
    return evidence
  }
}
