package import TerminalModel

/// All that is known about the terminal before deciding what to draw on it.
package struct TerminalEvidence: Sendable {
  package var environment: [String: String]
  /// Whether the output is a terminal at all.
  package var isTerminal = true
  package var characters: CharacterSupport
  /// Asked for on the command line.
  package var glyphsOption: GlyphLevel?
  package var colorOption: ColorLevel?
  /// Whether pixels are asked for, on the command line or in the configuration.
  package var wantsPixels = false
  /// Asked for in the configuration.
  package var configuredGlyphs: GlyphLevel?
  package var configuredColor: ColorLevel?
  /// The terminals that show the tmux pane; nil when tmux was not or could not be asked.
  package var tmuxClients: [TmuxClient]?
  /// The terminal's own words, answered now or remembered under `memoryKey`; nil when it was never asked.
  package var answers: TerminalAnswers?
  /// What tells this terminal device from every other, also from those that had its name before; nil where the output
  /// is none.
  package var device: String?

  package init(environment: [String: String], characters: CharacterSupport) {
    self.environment = environment
    self.characters = characters
  }

  /// A variable's value; nil for an empty one, too.
  func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  package var terminalName: String { environment["TERM"] ?? "" }

  /// Passes over the marks of a tmux from which the terminal was merely started, as an xterm from a shell in it.
  package mutating func leaveTmux() {
    for name in ["TMUX", "TMUX_PANE"] { environment[name] = nil }
    if environment["TERM_PROGRAM"] == "tmux" {
      for name in ["TERM_PROGRAM", "TERM_PROGRAM_VERSION"] { environment[name] = nil }
    }
  }

  /// Whether `TERM` names a terminal that can show a screen.
  var namesTerminal: Bool { !["", "dumb", "unknown"].contains(terminalName) }

  /// Whether tmux stands between the program and the terminal.
  package var isInsideTmux: Bool {
    value("TMUX") != nil || value("TERM_PROGRAM") == "tmux" || terminalName.hasPrefix("tmux")
  }

  /// Whether GNU screen stands between the program and the terminal.
  package var isInsideScreen: Bool { !isInsideTmux && (value("STY") != nil || terminalName.hasPrefix("screen")) }

  /// Whether a question harms nobody: GNU screen answers some itself and passes others on, whose answers come when nobody
  /// waits for them any more, and the Linux console prints parts of what it does not know.
  package var mayBeAsked: Bool {
    isTerminal && namesTerminal && !isInsideScreen && terminalName != "linux" && !terminalName.hasPrefix("linux-")
  }

  /// tmux's own version, which it leaves in the environment since 3.2.
  var tmuxVersion: TerminalVersion? {
    value("TERM_PROGRAM") == "tmux" ? value("TERM_PROGRAM_VERSION").flatMap { TerminalVersion($0) } : nil
  }

  /// The terminals that the picture is for: the attached ones, the one that answered, or those that left their marks.
  var programs: [TerminalProgram] {
    if isInsideTmux { return tmuxClients?.compactMap(\.program) ?? [] }
    if isInsideScreen { return [] }
    if let answered = answers?.version.flatMap({ TerminalProgram(answer: $0) }) { return [answered] }
    return TerminalProgram.marks(in: environment)
  }

  /// What a terminal's answers can be remembered under: its device and all that tells one terminal from another, one
  /// line. Nil where there is nothing to remember.
  ///
  /// The environment alone would not do: over ssh it is the same for every terminal, and it does not tell of a program
  /// that was updated meanwhile. A device goes with its window. Inside a multiplexer it goes with the pane, which is
  /// shown in another terminal tomorrow: tmux is asked who that is at every start.
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
