import TerminalModel

/// A terminal's protocol for images.
package enum PictureProtocol: String, Hashable, Sendable {
  /// kitty's, with placeholder text for the parts of an image, which is moved and covered like text.
  case kittyPlaceholders = "kitty graphics, placed by text"
  /// kitty's, with images placed at the cursor.
  case kittyPlaces = "kitty graphics"
  case iterm2 = "inline images of iTerm2"
  case sixel = "sixels"

  /// All protocols for which the terminal has reported support.
  package static func all(in evidence: TerminalEvidence) -> [PictureProtocol] {
    guard !evidence.isInsideTmux, let answers = evidence.answers else { return [] }
    let isITerm2 = answers.version.flatMap { TerminalProgram(answer: $0) }?.kind == .iTerm
    return (answers.hasKittyGraphics ? [.kittyPlaces] : []) + (isITerm2 ? [.iterm2] : [])
      + (answers.hasSixel ? [.sixel] : [])
  }
}

/// Whether rings are drawn in pixels, by which protocol, and the reason.
package struct PictureChoice: Hashable, Sendable {
  package var method: PictureProtocol?
  /// A sentence.
  package var reason: String
  /// Whether the terminal's replies could change it.
  var couldImprove = false

  private init(_ method: PictureProtocol?, _ reason: String, couldImprove: Bool = false) {
    self.method = method
    self.reason = reason
    self.couldImprove = couldImprove
  }

  init(_ evidence: TerminalEvidence, glyphs: GlyphChoice, colors: ColorLevel) {
    let wantsPixels = evidence.asksForPixels
    if !evidence.isTerminal {
      self.init(nil, "The output is no terminal.")
    } else if !wantsPixels, !glyphs.isDetected {
      self.init(nil, "Symbols are asked for.")
    } else if colors != .truecolor {
      self.init(nil, "Pixels need true colour.")
    } else if evidence.isInsideScreen {
      self.init(nil, "GNU screen hands on no pictures.")
    } else if evidence.isInsideTmux {
      self = Self.throughTmux(evidence)
    } else {
      self = Self.direct(evidence)
    }
  }

  private static func direct(_ evidence: TerminalEvidence) -> PictureChoice {
    guard let answers = evidence.answers else {
      return PictureChoice(
        nil, "The terminal has not been asked whether it draws pictures.",
        couldImprove: evidence.programs.isEmpty || evidence.programs.contains { $0.kind.mayDrawPictures })
    }
    if answers.losesPictures {
      return PictureChoice(nil, "The terminal said that it draws pictures, and did not; --forget lets it try again.")
    }
    let program = answers.version.flatMap { TerminalProgram(answer: $0) }
    if answers.hasKittyGraphics {
      return takesPlaceholders(program)
        ? PictureChoice(.kittyPlaceholders, "The terminal answers that it draws pictures by kitty's protocol.")
        : PictureChoice(
          .kittyPlaces, "The terminal answers that it draws pictures by kitty's protocol, but places none by text.")
    }
    if program?.kind == .iTerm {
      return PictureChoice(.iterm2, "The terminal answers that it is iTerm2, which draws inline images.")
    }
    if answers.hasSixel { return PictureChoice(.sixel, "The terminal answers that it draws sixels.") }
    return PictureChoice(nil, "The terminal does not answer that it draws pictures.")
  }

  private static func throughTmux(_ evidence: TerminalEvidence) -> PictureChoice {
    let clients = evidence.tmuxClients ?? []
    guard evidence.asksForPixels else {
      return PictureChoice(
        nil,
        "Inside tmux symbols are drawn. With \"set -g allow-passthrough on\" in its configuration and --glyphs pixels "
          + "kitty and Ghostty draw pixels.")
    }
    guard !clients.isEmpty, clients.allSatisfy({ takesPlaceholders($0.program) }) else {
      return PictureChoice(nil, "Inside tmux only kitty and Ghostty draw pictures, and another terminal is attached.")
    }
    return PictureChoice(
      .kittyPlaceholders, "Inside tmux the attached terminal draws pictures, where allow-passthrough is on.")
  }

  /// Whether the terminal supports placeholders: kitty from 0.28 on, and Ghostty.
  private static func takesPlaceholders(_ program: TerminalProgram?) -> Bool {
    switch program?.kind {
    case .kitty: program?.version.map { [0, 28] <= $0 } ?? false
    case .ghostty: true
    default: false
    }
  }
}

extension TerminalEvidence {
  /// Whether pixels are requested in any way; see `GlyphChoice` for the precedence.
  package var asksForPixels: Bool {
    wantsPixels || glyphsOption == nil && configuredGlyphs == nil && value("RINGTOP_GLYPHS") == "pixels"
  }
}

extension TerminalProgram.Kind {
  /// Whether some version of it supports images, so that a query is worthwhile.
  fileprivate var mayDrawPictures: Bool {
    switch self {
    case .vte, .alacritty, .appleTerminal, .st, .jetBrains, .linuxConsole: false
    default: true
    }
  }
}
