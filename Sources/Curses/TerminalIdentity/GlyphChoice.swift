import TerminalModel

/// The level of symbols to use, and the reason.
struct GlyphChoice {
  var level: GlyphLevel
  var reason: String
  /// Whether no level was requested.
  var isDetected = true
  /// Whether more information about the terminal or its version could allow better symbols.
  var couldImprove = false

  private init(_ level: GlyphLevel, _ reason: String, couldImprove: Bool = false) {
    self.level = level
    self.reason = reason
    self.couldImprove = couldImprove
  }

  init(_ evidence: TerminalEvidence) {
    if let option = evidence.glyphsOption {
      self.init(option, "Set by the option --glyphs.")
      isDetected = false
    } else if let configured = evidence.configuredGlyphs {
      self.init(configured, "Set in the configuration.")
      isDetected = false
    } else if let variable = evidence.value("RINGTOP_GLYPHS").flatMap(GlyphLevel.init) {
      self.init(variable, "Set by the variable RINGTOP_GLYPHS.")
      isDetected = false
    } else if evidence.isInsideTmux {
      self = Self.throughTmux(evidence)
    } else if evidence.isInsideScreen {
      self.init(.block, "Inside GNU screen, which does not report the attached terminal, only common symbols are used.")
    } else {
      self = Self.direct(evidence)
    }
    limit(to: evidence.characters)
  }

  private static func direct(_ evidence: TerminalEvidence) -> GlyphChoice {
    let programs = evidence.programs
    guard let weakest = programs.min(by: { $0.glyphs.rank < $1.glyphs.rank }) else {
      return evidence.namesTerminal
        ? GlyphChoice(
          .block, "The terminal is unknown, so only common symbols are used.", couldImprove: true)
        : GlyphChoice(.ascii, "TERM does not name a terminal.")
    }
    if programs.count > 1 {
      let names = programs.map(\.description).sorted().joined(separator: ", ")
      return GlyphChoice(
        weakest.glyphs, "The environment names several terminals (\(names)), so the least capable one counts.",
        couldImprove: true)
    }
    return GlyphChoice(
      weakest.glyphs, reason(for: weakest),
      couldImprove: weakest.versionWouldHelp && (evidence.characters.knowsOctants || weakest.glyphs == .block))
  }

  private static func reason(for program: TerminalProgram) -> String {
    switch program.glyphs {
    case .octant: return "The terminal is \(program), which draws octants itself."
    case .legacy: return "The terminal is \(program), which draws sextants and wedges itself."
    case .block, .ascii:
      let shortcoming = program.abilities.shortcoming ?? "is not known to support more in this version"
      return "The terminal is \(program), which \(shortcoming)."
    }
  }

  private static func throughTmux(_ evidence: TerminalEvidence) -> GlyphChoice {
    guard let clients = evidence.tmuxClients, let weakest = clients.min(by: { $0.glyphs.rank < $1.glyphs.rank }) else {
      if evidence.tmuxClients != nil {
        return GlyphChoice(.block, "Inside tmux, to which no terminal is attached, only common symbols are used.")
      }
      return GlyphChoice(
        .block, "Inside tmux, which did not report the attached terminal, only common symbols are used.")
    }
    let isMultiplexer = ["tmux", "screen"].contains { weakest.terminalName.hasPrefix($0) }
    let unknown = isMultiplexer ? "another multiplexer" : "a terminal that tmux does not know"
    let subject = weakest.program?.description ?? "\(unknown) (\(weakest.terminalName))"
    let among =
      clients.count > 1 ? "the least capable of \(clients.count) attached terminals is" : "the attached terminal is"
    // An older tmux drops octants and so shifts the rest of the line.
    if weakest.glyphs == .octant, evidence.tmuxVersion.map({ $0 < [3, 6] }) ?? true {
      return GlyphChoice(.legacy, "Inside tmux \(among) \(subject), but this version of tmux may drop octants.")
    }
    return GlyphChoice(weakest.glyphs, "Inside tmux \(among) \(subject).")
  }

  /// Limits the level to what the C library supports, even if more was requested: it would draw blanks.
  private mutating func limit(to characters: CharacterSupport) {
    let limits: [(isKnown: Bool, below: GlyphLevel, reason: String)] = [
      (characters.knowsOctants, .legacy, "The C library does not support octants."),
      (characters.knowsLegacySymbols, .block, "The C library does not support sextants."),
      (characters.isUTF8, .ascii, "The locale's encoding is not UTF-8, so only ASCII can be drawn."),
    ]
    for limit in limits where !limit.isKnown && level.rank > limit.below.rank {
      level = limit.below
      reason = limit.reason
      couldImprove = false
    }
  }
}

extension TmuxClient {
  fileprivate var glyphs: GlyphLevel { program?.glyphs ?? .block }
}
