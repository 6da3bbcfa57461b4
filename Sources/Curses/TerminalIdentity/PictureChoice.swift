import TerminalModel

/// A terminal's protocol for images.
package enum PictureProtocol: String, Hashable, Sendable {
  /// kitty's, with placeholder text for the parts of an image, which is moved and covered like text.
  case kittyPlaceholders = "kitty graphics with placeholders"
  /// kitty's, with images placed at the cursor.
  case kittyPlaces = "kitty graphics"
  case iterm2 = "iTerm2 inline images"
  case sixel = "sixels"

  /// All protocols for which the terminal has reported support.
  package static func all(in evidence: TerminalEvidence) -> [PictureProtocol] {
    guard !evidence.isInsideTmux, let replies = evidence.replies else { return [] }
    let isITerm2 = replies.version.flatMap { TerminalProgram(reply: $0) }?.kind == .iTerm
    return (replies.hasKittyGraphics ? [.kittyPlaces] : []) + (isITerm2 ? [.iterm2] : [])
      + (replies.hasSixel ? [.sixel] : [])
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
      self.init(nil, "The output is not a terminal.")
    } else if !wantsPixels, !glyphs.isDetected {
      self.init(nil, "Symbols are requested.")
    } else if colors != .truecolor {
      self.init(nil, "Pixels need truecolour.")
    } else if evidence.isInsideScreen {
      self.init(nil, "GNU screen does not forward images.")
    } else if evidence.isInsideTmux {
      self = Self.throughTmux(evidence)
    } else {
      self = Self.direct(evidence)
    }
  }

  private static func direct(_ evidence: TerminalEvidence) -> PictureChoice {
    guard let replies = evidence.replies else {
      return PictureChoice(
        nil, "The terminal has not been queried for image support.",
        couldImprove: evidence.programs.isEmpty || evidence.programs.contains { $0.kind.mayDrawPictures })
    }
    if replies.losesPictures {
      return PictureChoice(
        nil, "The terminal reported image support but did not show an image; --forget makes it try again.")
    }
    let program = replies.version.flatMap { TerminalProgram(reply: $0) }
    if replies.hasKittyGraphics {
      return takesPlaceholders(program)
        ? PictureChoice(.kittyPlaceholders, "The terminal reports support for kitty's graphics protocol.")
        : PictureChoice(
          .kittyPlaces, "The terminal reports support for kitty's graphics protocol, without placeholders.")
    }
    if program?.kind == .iTerm {
      return PictureChoice(.iterm2, "The terminal reports that it is iTerm2, which supports inline images.")
    }
    if replies.hasSixel { return PictureChoice(.sixel, "The terminal reports support for sixel.") }
    return PictureChoice(nil, "The terminal does not report image support.")
  }

  private static func throughTmux(_ evidence: TerminalEvidence) -> PictureChoice {
    let clients = evidence.tmuxClients ?? []
    guard evidence.asksForPixels else {
      return PictureChoice(
        nil,
        "Symbols are used inside tmux. kitty and Ghostty draw pixels with \"set -g allow-passthrough on\" in tmux's "
          + "configuration and --glyphs pixels.")
    }
    guard !clients.isEmpty, clients.allSatisfy({ takesPlaceholders($0.program) }) else {
      return PictureChoice(nil, "Inside tmux only kitty and Ghostty support images, and another terminal is attached.")
    }
    return PictureChoice(
      .kittyPlaceholders, "Inside tmux the attached terminal supports images if allow-passthrough is on.")
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
