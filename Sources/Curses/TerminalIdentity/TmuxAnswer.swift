/// What tmux tells of the pane in which the program runs and of those who look at it.
package struct TmuxAnswer: Hashable, Sendable {
  /// The pane's terminal device.
  package var paneDevice: String
  /// The terminals that show the pane, or would after a switch of windows.
  package var clients: [TmuxClient]

  /// The words after `tmux` that ask. The environment does not tell: it is that of the day the server was started.
  ///
  /// - Parameter pane: the value of `TMUX_PANE`.
  package static func question(pane: String) -> [String] {
    [
      "display-message", "-p", "-t", pane, "#{pane_tty} #{session_id} #{window_id}", ";", "list-clients", "-F",
      "#{session_id} #{window_id} \(TmuxClient.format)",
    ]
  }

  /// Reads the answer; nil for one that is not understood.
  package init?(_ text: some StringProtocol) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let pane = lines.first?.split(separator: " "), pane.count == 3 else { return nil }
    paneDevice = String(pane[0])
    clients = lines.dropFirst().compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      // A window may be linked into the sessions of others, who then see it too.
      guard fields.count == 3, fields[0] == pane[1] || fields[1] == pane[2] else { return nil }
      return TmuxClient(line: fields[2])
    }
  }
}
