import Curses
import TerminalModel
import Testing

@Suite struct TerminalDecisionTests {
  private static let all = CharacterSupport(isUTF8: true, knowsLegacySymbols: true, knowsOctants: true)

  private func decision(
    _ environment: [String: String], characters: CharacterSupport = all,
    _ change: (inout TerminalEvidence) -> Void = { _ in }
  ) -> TerminalDecision {
    var evidence = TerminalEvidence(environment: environment, characters: characters)
    change(&evidence)
    let decision = TerminalDecision(evidence)
    for reason in [decision.glyphsReason, decision.colorReason] {
      #expect(reason.hasSuffix(".") && reason.first?.isUppercase == true && reason.count > 10, "\(reason)")
    }
    return decision
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let environment: String
    let glyphs: GlyphLevel
    let color: ColorLevel
    let isWorthQuerying: Bool
    var testDescription: String { environment }

    init(_ environment: String, _ glyphs: GlyphLevel, _ color: ColorLevel, asking: Bool = false) {
      (self.environment, self.glyphs, self.color, isWorthQuerying) = (environment, glyphs, color, asking)
    }

    var variables: [String: String] {
      environment.split(separator: " ").reduce(into: [:]) { variables, pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
      }
    }
  }

  static let rows = [
    Row("TERM=xterm-kitty COLORTERM=truecolor KITTY_WINDOW_ID=1", .legacy, .truecolor, asking: true),
    Row("TERM=xterm-256color KITTY_WINDOW_ID=1", .legacy, .truecolor, asking: true),
    Row("TERM=xterm-256color VTE_VERSION=7006 COLORTERM=truecolor", .legacy, .truecolor),
    Row("TERM=xterm-256color VTE_VERSION=7802 COLORTERM=truecolor", .octant, .truecolor),
    Row("TERM=xterm-256color VTE_VERSION=5202", .block, .truecolor),
    Row("TERM=foot COLORTERM=truecolor", .legacy, .truecolor, asking: true),
    Row("TERM=foot-extra TERM_PROGRAM=foot TERM_PROGRAM_VERSION=1.22.3", .octant, .truecolor, asking: true),
    Row("TERM=xterm-ghostty TERM_PROGRAM=ghostty TERM_PROGRAM_VERSION=1.2.0", .octant, .truecolor, asking: true),
    Row("TERM=xterm-ghostty TERM_PROGRAM=ghostty TERM_PROGRAM_VERSION=1.1.3", .legacy, .truecolor, asking: true),
    Row("TERM=xterm-ghostty", .legacy, .truecolor, asking: true),
    Row(
      "TERM=xterm-256color TERM_PROGRAM=WezTerm TERM_PROGRAM_VERSION=20240203-110809-5046fc22", .legacy, .truecolor,
      asking: true),
    Row(
      "TERM=xterm-256color TERM_PROGRAM=WezTerm TERM_PROGRAM_VERSION=20210314-114017-04b7cedd", .block, .truecolor,
      asking: true),
    Row(
      "TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.109.2 COLORTERM=truecolor", .legacy, .truecolor,
      asking: true),
    Row(
      "TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.100.0 COLORTERM=truecolor", .block, .truecolor,
      asking: true),
    Row("TERM=alacritty COLORTERM=truecolor", .block, .truecolor),
    Row("TERM=xterm-256color WT_SESSION=x", .block, .truecolor, asking: true),
    Row("TERM=xterm-256color KONSOLE_VERSION=230401 COLORTERM=truecolor", .block, .truecolor, asking: true),
    Row(
      "TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.5.0 COLORTERM=truecolor", .block, .truecolor,
      asking: true),
    Row("TERM=xterm-256color TERM_PROGRAM=Apple_Terminal TERM_PROGRAM_VERSION=453", .block, .ansi256, asking: true),
    Row("TERM=xterm-256color TERM_PROGRAM=Apple_Terminal COLORTERM=truecolor", .block, .truecolor),
    Row("TERM=xterm XTERM_VERSION=XTerm(379)", .block, .truecolor, asking: true),
    Row("TERM=st-256color", .block, .truecolor),
    Row("TERM=linux", .ascii, .ansi16),
    Row("TERM=linux COLORTERM=truecolor", .ascii, .ansi16),
    // Over ssh, only the name is known.
    Row("TERM=xterm-256color", .block, .ansi256, asking: true),
    Row("TERM=xterm-256color COLORTERM=24bit", .block, .truecolor, asking: true),
    Row("TERM=xterm-direct", .block, .truecolor, asking: true),
    Row("TERM=xterm", .block, .ansi16, asking: true),
    Row("TERM=vt220", .block, .mono, asking: true),
    Row("TERM=rxvt-unicode-256color", .block, .ansi256, asking: true),
    Row("TERM=dumb COLORTERM=truecolor", .ascii, .none),
    Row("TERM=", .ascii, .none),
    Row("HOME=/", .ascii, .none),
    // Variables are inherited by terminals that are started from others.
    Row("TERM=xterm KITTY_WINDOW_ID=1 XTERM_VERSION=XTerm(379)", .block, .truecolor, asking: true),
    Row("TERM=xterm-kitty VTE_VERSION=5202 KITTY_WINDOW_ID=1", .legacy, .truecolor, asking: true),
    Row("TERM=alacritty KITTY_WINDOW_ID=1 TERM_PROGRAM=ghostty", .block, .truecolor),
    // Multiplexers.
    Row("TERM=screen-256color STY=1.pts COLORTERM=truecolor KITTY_WINDOW_ID=1", .block, .ansi256),
    Row("TERM=screen STY=1.pts", .block, .ansi16),
    Row("TERM=tmux-256color TMUX=/tmp/t KITTY_WINDOW_ID=1", .block, .ansi256),
    Row("TERM=screen-256color TMUX=/tmp/t COLORTERM=truecolor VTE_VERSION=7802", .block, .truecolor),
    // Explicit requests.
    Row("TERM=xterm-kitty NO_COLOR=1", .legacy, .mono, asking: true),
    Row("TERM=xterm-kitty NO_COLOR=", .legacy, .truecolor, asking: true),
    Row("TERM=xterm-kitty RINGTOP_GLYPHS=block", .block, .truecolor),
    Row("TERM=xterm-kitty RINGTOP_GLYPHS=octant", .octant, .truecolor),
    Row("TERM=xterm-kitty RINGTOP_GLYPHS=sparkling", .legacy, .truecolor, asking: true),
  ]

  @Test("Symbols and colours follow from the environment", arguments: rows)
  func environments(row: Row) {
    let decision = decision(row.variables)
    #expect(decision.glyphs == row.glyphs, "\(decision.glyphsReason)")
    #expect(decision.color == row.color, "\(decision.colorReason)")
    #expect(decision.isWorthQuerying == row.isWorthQuerying)
  }

  @Test("The command line takes precedence over the configuration, and that over the environment")
  func precedence() {
    let environment = ["TERM": "xterm-kitty", "RINGTOP_GLYPHS": "ascii", "NO_COLOR": "1"]
    let option = decision(environment) {
      ($0.glyphsOption, $0.configuredGlyphs, $0.colorOption, $0.configuredColor) = (
        .octant, .block, .truecolor, .ansi16
      )
    }
    #expect(option.glyphs == .octant && option.color == .truecolor && !option.isWorthQuerying)
    let configured = decision(environment) { ($0.configuredGlyphs, $0.configuredColor) = (.block, .ansi16) }
    #expect(configured.glyphs == .block && configured.color == .ansi16)
    let variable = decision(environment)
    #expect(variable.glyphs == .ascii && variable.color == .mono)
  }

  @Test("Without a terminal there are no colours unless requested")
  func redirected() {
    #expect(decision(["TERM": "xterm-kitty"]) { $0.isTerminal = false }.color == .none)
    #expect(decision(["TERM": "xterm-kitty"]) { ($0.isTerminal, $0.colorOption) = (false, .ansi256) }.color == .ansi256)
  }

  @Test("Symbols that the C library does not support are never used, even if requested")
  func characters() {
    let noOctants = CharacterSupport(isUTF8: true, knowsLegacySymbols: true, knowsOctants: false)
    let onlyBlocks = CharacterSupport(isUTF8: true, knowsLegacySymbols: false, knowsOctants: false)
    let onlyASCII = CharacterSupport(isUTF8: false, knowsLegacySymbols: false, knowsOctants: false)
    for (support, level) in [(noOctants, GlyphLevel.legacy), (onlyBlocks, .block), (onlyASCII, .ascii)] {
      #expect(decision(["TERM": "x"], characters: support) { $0.glyphsOption = .octant }.glyphs == level)
      #expect(
        decision(["TERM": "xterm-256color", "VTE_VERSION": "7802"], characters: support).glyphs == level)
      #expect(decision(["TERM": "xterm-256color"], characters: support) { $0.glyphsOption = .ascii }.glyphs == .ascii)
    }
    // Then the version makes no difference.
    #expect(!decision(["TERM": "xterm-256color", "VTE_VERSION": "7802"], characters: noOctants).isWorthQuerying)
  }

  @Test(
    "The terminal's own reply takes precedence over the environment",
    arguments: [
      ("kitty(0.40.1)", .octant, .truecolor), ("kitty(0.35.2)", .legacy, .truecolor),
      // Its wedges differ from Unicode's.
      ("kitty(0.26.5)", .block, .truecolor),
      ("XTerm(379)", .block, .truecolor),
      ("foot(1.13.1)", .legacy, .truecolor), ("foot(1.20.0-dev)", .octant, .truecolor),
      ("ghostty 1.2.0", .octant, .truecolor), ("WezTerm 20240203-110809-5046fc22", .legacy, .truecolor),
      ("VTE(7802)", .octant, .truecolor), ("iTerm2 3.5.0", .block, .truecolor), ("Konsole 23.08.1", .block, .truecolor),
      // An unknown terminal: the environment still applies.
      ("Shiny 2.0", .legacy, .truecolor),
    ] as [(String, GlyphLevel, ColorLevel)])
  func answers(version: String, glyphs: GlyphLevel, color: ColorLevel) {
    let decision = decision(["TERM": "xterm-256color", "VTE_VERSION": "7006"]) {
      $0.replies = TerminalReplies(version: version)
    }
    #expect(decision.glyphs == glyphs, "\(decision.glyphsReason)")
    #expect(decision.color == color)
    #expect(!decision.isWorthQuerying)
  }

  @Test("Inside tmux the least capable attached terminal counts")
  func tmuxClients() {
    let environment = [
      "TERM": "tmux-256color", "TMUX": "/tmp/t", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.6a",
      "VTE_VERSION": "7802", "COLORTERM": "truecolor",
    ]
    func decide(_ answer: String, tmux: String = "3.6a") -> (GlyphLevel, ColorLevel) {
      var environment = environment
      environment["TERM_PROGRAM_VERSION"] = tmux
      let decision = decision(environment) {
        $0.tmuxClients = answer.split(separator: "\n").compactMap { TmuxClient(line: $0) }
      }
      #expect(!decision.isWorthQuerying)
      return (decision.glyphs, decision.color)
    }
    #expect(decide("xterm-kitty kitty(0.40.1) 256,RGB,title\n") == (.octant, .truecolor))
    #expect(decide("xterm-kitty kitty(0.40.1) 256,RGB,title\n", tmux: "3.3a") == (.legacy, .truecolor))
    #expect(decide("xterm-kitty kitty(0.35.2) 256,title\n") == (.legacy, .ansi256))
    #expect(decide("xterm-256color  bpaste,ccolour,RGB\n") == (.block, .truecolor))
    #expect(decide("xterm-256color WezTerm 20240203-110809-5046fc22 256,RGB\n") == (.legacy, .truecolor))
    #expect(decide("xterm XTerm(379) bpaste\n") == (.block, .ansi256))
    #expect(decide("linux  title\n") == (.ascii, .ansi16))
    #expect(decide("xterm-kitty kitty(0.35.2) 256,RGB\nxterm XTerm(379) 256\n") == (.block, .ansi256))
    #expect(decide("xterm-kitty kitty(0.35.2) 256,RGB\nfoot foot(1.20.0) 256,RGB\n") == (.legacy, .truecolor))
    #expect(decide("") == (.block, .truecolor))
  }

  @Test("A client's type may be empty or contain blanks")
  func clientLines() {
    #expect(
      TmuxClient(line: "xterm-256color  256,RGB")
        == TmuxClient(terminalName: "xterm-256color", features: ["256", "RGB"]))
    #expect(
      TmuxClient(line: "xterm a b c 256") == TmuxClient(terminalName: "xterm", terminalType: "a b c", features: ["256"])
    )
    #expect(TmuxClient(line: "xterm  ") == TmuxClient(terminalName: "xterm"))
    #expect(TmuxClient(line: "") == nil)
    #expect(TmuxClient(line: "  ") == nil)
  }

  @Test("Versions are compared numerically")
  func versions() throws {
    let ascending = try ["0.9", "0.19.3", "0.40", "0.40.1", "1", "1.2", "379", "20240203-110809"].map {
      try #require(TerminalVersion($0))
    }
    #expect(ascending.sorted() == ascending)
    #expect(TerminalVersion("dev") == nil)
    #expect(TerminalVersion("") == nil)
    #expect(TerminalVersion("1.20.0-dev")?.description == "1.20.0")
  }
}
