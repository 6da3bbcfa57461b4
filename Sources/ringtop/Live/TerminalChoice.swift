import ArgumentParser
import Curses
import Dashboard
import Foundation
import Rings
import TerminalModel

/// How many colours a command was told to use.
enum ColorArgument: String, ExpressibleByArgument, CaseIterable {
  case auto, truecolor, mono, none
  case ansi256 = "256"
  case ansi16 = "16"

  var level: ColorLevel? {
    ColorLevel(rawValue: rawValue)
  }
}

/// Which symbols a command was told to use.
enum GlyphsArgument: String, ExpressibleByArgument, CaseIterable {
  case auto, ascii, block, legacy, octant, pixels

  var level: GlyphLevel? {
    GlyphLevel(rawValue: rawValue)
  }
}

/// Which background a command was told to draw for.
enum BackgroundArgument: String, ExpressibleByArgument, CaseIterable {
  case auto, dark, light
}

/// The options of every command that draws.
struct DrawingOptions: ParsableArguments {
  @Option(help: "How many colours to use.")
  var color: ColorArgument = .auto

  @Option(help: "Which symbols to use.")
  var glyphs: GlyphsArgument = .auto

  @Option(help: "Which background the colours are for.")
  var background: BackgroundArgument = .auto

  /// The background that was named, and where: on the command line before the configuration.
  func namedBackground(_ environment: Environment) -> (argument: BackgroundArgument, place: String)? {
    if background != .auto { return (background, "the option --background") }
    guard let configured = environment.settings.background, configured != .auto else { return nil }
    return (configured, "the configuration")
  }

  /// The colours for the background that was named or, without one, for the one that the terminal is known to have.
  ///
  /// - Parameter answer: what the terminal itself says of it, now or when it was asked last.
  func palette(_ environment: Environment, answer: RGB? = nil) -> RingPalette {
    // The theme of the configuration is for all pictures, unless the command line is about the background.
    if background == .auto, let theme = environment.settings.chosenTheme {
      var appearance = Appearance(palette: theme.rings)
      if let answer { appearance.palette.background = answer }
      appearance.use(theme)
      return appearance.palette
    }
    let named = namedBackground(environment)?.argument ?? .auto
    let isLight =
      switch named {
      case .dark: false
      case .light: true
      case .auto: TerminalBackground.isLight(answer: answer, environment: environment.variables) ?? false
      }
    var palette = isLight ? RingPalette.light : .standard
    // The edges of the rings blend into it. A named background tells no colour.
    if named == .auto, let answer { palette.background = answer }
    return palette
  }

  /// What to draw with, by the options, the environment and what is known of the terminal.
  func decide(_ environment: Environment, isTerminal: Bool) -> TerminalDecision {
    TerminalDecision(evidence(environment, isTerminal: isTerminal))
  }

  /// What the options, the environment and tmux tell, and what the terminal has told before.
  func evidence(_ environment: Environment, isTerminal: Bool) -> TerminalEvidence {
    var evidence = TerminalEvidence(
      environment: environment.variables, characters: CharacterSupport.adoptingLocale(terminal: isTerminal ? 1 : nil)
    )
    evidence.isTerminal = isTerminal
    evidence.glyphsOption = glyphs.level
    evidence.colorOption = color.level
    evidence.configuredGlyphs = environment.settings.glyphs
    evidence.wantsPixels = glyphs == .pixels || glyphs == .auto && environment.settings.pixels
    evidence.configuredColor = environment.settings.color
    evidence.ask(TmuxQuestion(environment))
    evidence.device = environment.terminalDevice
    if let key = evidence.memoryKey {
      evidence.answers = TerminalMemoryFile(environment.variables).load().entry(for: key)?.answers
    }
    return evidence
  }
}
