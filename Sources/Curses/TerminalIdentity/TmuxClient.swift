import TerminalModel

/// A terminal that is attached to the tmux session in which the program runs.
package struct TmuxClient: Hashable, Sendable {
  /// The format string that describes a client.
  static let format = "#{client_termname} #{client_termtype} #{client_termfeatures}"

  /// The client's `TERM`.
  package var terminalName: String
  /// The terminal's name and version, as it reports them; empty if it did not reply to tmux, as older VTE terminals.
  package var terminalType: String
  package var features: Set<String>

  package init(terminalName: String, terminalType: String = "", features: Set<String> = []) {
    self.terminalName = terminalName
    self.terminalType = terminalType
    self.features = features
  }

  /// Parses a line of tmux's reply; nil for an empty line. The type may contain blanks, the other fields cannot.
  package init?(line: some StringProtocol) {
    let fields = String(line).split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count >= 3, let name = fields.first, let features = fields.last, !name.isEmpty else { return nil }
    self.init(
      terminalName: String(name), terminalType: fields[1..<(fields.count - 1)].joined(separator: " "),
      features: Set(features.split { $0 == "," }.map(String.init)))
  }

  package var program: TerminalProgram? {
    TerminalProgram(reply: terminalType)
      ?? TerminalProgram.kind(ofTerminalName: terminalName).map { TerminalProgram($0) }
  }

  /// The colours that tmux forwards to this client. It reduces others itself, but without regard to neighbouring cells.
  var colors: ColorLevel {
    if features.contains("RGB") { return .truecolor }
    if features.contains("256") || terminalName.contains("256color") { return .ansi256 }
    // Their descriptions have 256 colours, although their names do not say so.
    switch program?.kind {
    case .linuxConsole, nil: return .ansi16
    default: return .ansi256
    }
  }
}
