import TerminalModel

/// A terminal that is attached to the tmux session in which the program runs.
package struct TmuxClient: Hashable, Sendable {
  /// What tells of a client, in tmux's words.
  static let format = "#{client_termname} #{client_termtype} #{client_termfeatures}"

  /// The client's `TERM`.
  package var terminalName: String
  /// Its name and version in its own words; empty where it did not answer tmux, as older VTE terminals.
  package var terminalType: String
  package var features: Set<String>

  package init(terminalName: String, terminalType: String = "", features: Set<String> = []) {
    self.terminalName = terminalName
    self.terminalType = terminalType
    self.features = features
  }

  /// Reads a line of tmux's answer; nil for an empty one. The type may hold blanks, the others cannot.
  package init?(line: some StringProtocol) {
    let fields = String(line).split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count >= 3, let name = fields.first, let features = fields.last, !name.isEmpty else { return nil }
    self.init(
      terminalName: String(name), terminalType: fields[1..<(fields.count - 1)].joined(separator: " "),
      features: Set(features.split { $0 == "," }.map(String.init)))
  }

  package var program: TerminalProgram? {
    TerminalProgram(answer: terminalType)
      ?? TerminalProgram.kind(ofTerminalName: terminalName).map { TerminalProgram($0) }
  }

  /// What tmux passes on to this client. It reduces richer colours by itself, but knows nothing of the picture.
  var colors: ColorLevel {
    if features.contains("RGB") { return .truecolor }
    if features.contains("256") || terminalName.contains("256color") { return .ansi256 }
    // Their descriptions have 256 colours, though their names do not say so.
    switch program?.kind {
    case .linuxConsole, nil: return .ansi16
    default: return .ansi256
    }
  }
}
