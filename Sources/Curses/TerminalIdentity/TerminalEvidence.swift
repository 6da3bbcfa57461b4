package import TerminalModel

/// Everything known about the terminal before deciding what to draw on it.
package struct TerminalEvidence: Sendable {
  package var environment: [String: String]
  /// Whether the output is a terminal.
  package var isTerminal = true
  package var characters: CharacterSupport
  /// The level requested on the command line.
  package var glyphsOption: GlyphLevel?
  package var colorOption: ColorLevel?
  /// Whether pixels are requested on the command line or in the configuration.
  package var wantsPixels = false
  /// The level requested in the configuration.
  package var configuredGlyphs: GlyphLevel?
  package var configuredColor: ColorLevel?
  /// The terminals that show the tmux pane; nil if tmux was not queried or did not reply.
  package var tmuxClients: [TmuxClient]?
  /// The terminal's replies, received now or cached under `memoryKey`; nil if it was never queried.
  package var replies: TerminalReplies?
  /// Identifies this terminal device among all others, including earlier ones of the same name; nil if the output is
  /// not a terminal.
  package var device: String?

  package init(environment: [String: String], characters: CharacterSupport) {
    self.environment = environment
    self.characters = characters
  }

  /// The value of a variable; nil if it is empty.
  func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  package var terminalName: String { environment["TERM"] ?? "" }

  /// Ignores the variables of a tmux from which the terminal was started, such as an xterm started from a shell in
  /// tmux.
  package mutating func leaveTmux() {
    for name in ["TMUX", "TMUX_PANE"] { environment[name] = nil }
    if environment["TERM_PROGRAM"] == "tmux" {
      for name in ["TERM_PROGRAM", "TERM_PROGRAM_VERSION"] { environment[name] = nil }
    }
  }

  /// Whether `TERM` names a terminal with full-screen support.
  var namesTerminal: Bool { !["", "dumb", "unknown"].contains(terminalName) }

  /// Whether the program runs inside tmux.
  package var isInsideTmux: Bool {
    value("TMUX") != nil || value("TERM_PROGRAM") == "tmux" || terminalName.hasPrefix("tmux")
  }

  /// Whether the program runs inside GNU screen.
  package var isInsideScreen: Bool { !isInsideTmux && (value("STY") != nil || terminalName.hasPrefix("screen")) }

  /// Whether queries are harmless. GNU screen replies to some itself and forwards others, whose replies arrive too
  /// late; the Linux console prints parts of unknown sequences.
  package var mayBeQueried: Bool {
    isTerminal && namesTerminal && !isInsideScreen && terminalName != "linux" && !terminalName.hasPrefix("linux-")
  }

  /// tmux's own version, which it sets in the environment since 3.2.
  var tmuxVersion: TerminalVersion? {
    value("TERM_PROGRAM") == "tmux" ? value("TERM_PROGRAM_VERSION").flatMap { TerminalVersion($0) } : nil
  }

  /// The terminals to consider: the attached ones, the one that replied, or those that set environment variables.
  var programs: [TerminalProgram] {
    if isInsideTmux { return tmuxClients?.compactMap(\.program) ?? [] }
    if isInsideScreen { return [] }
    if let answered = replies?.version.flatMap({ TerminalProgram(reply: $0) }) { return [answered] }
    return TerminalProgram.marks(in: environment)
  }

  /// The key under which a terminal's replies are cached: its device and everything that distinguishes one terminal
  /// from another, in one line. Nil if replies cannot be cached.
  ///
  /// The environment alone is not sufficient: over ssh it is the same for every terminal, and it does not change when a
  /// program is updated. A device belongs to its window. Inside a multiplexer it belongs to the pane, which may later
  /// be shown in another terminal: tmux is queried at every start.
  package var memoryKey: String? {
    guard isTerminal, namesTerminal, !isInsideTmux, !isInsideScreen, let device, !device.isEmpty else { return nil }
    let names = [
      "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "VTE_VERSION", "XTERM_VERSION", "KONSOLE_VERSION",
      "TERMINAL_EMULATOR",
    ]
    let marks = names.compactMap { name in value(name).map { "\(name)=\($0)" } }
    let key = ([device] + marks).joined(separator: " ")
    return String(String.UnicodeScalarView(key.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(500)))
  }
}
