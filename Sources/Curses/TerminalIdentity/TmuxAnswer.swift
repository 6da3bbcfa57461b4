/// What tmux tells of the pane in which the program runs and of those who look at it.
package struct TmuxAnswer: Hashable, Sendable {
  /// The pane's terminal device.
  package var paneDevice: String
  /// The terminals that show the pane, or would after a switch of windows.
  package var clients: [TmuxClient]

  /// Whose clients are asked for.
  package enum Target: Hashable, Sendable {
    /// The pane, by the value of `TMUX_PANE`.
    case pane(String)
    /// The session, by its number: a popup has no pane. One of the session's clients shows it.
    case session(String)

    /// What the environment of a program inside tmux names; nil without a tmux around it.
    package init?(_ environment: [String: String]) {
      guard let socket = environment["TMUX"], !socket.isEmpty else { return nil }
      if let pane = environment["TMUX_PANE"], !pane.isEmpty {
        self = .pane(pane)
      } else if let number = socket.split(separator: ",").last.flatMap({ Int($0) }) {
        self = .session("$\(number):")
      } else {
        return nil
      }
    }
  }

  /// The words after `tmux` that ask. The environment does not tell: it is that of the day the server was started.
  ///
  /// What tmux found out about a terminal is among the client's features. What stands in the terminal's description, and
  /// holds as well, is told by `show-messages` only, which older versions refuse where nobody is attached: it comes last.
  package static func question(_ target: Target) -> [String] {
    let name =
      switch target {
      case .pane(let name), .session(let name): name
      }
    return [
      "display-message", "-p", "-t", name, "#{pane_tty} #{session_id} #{window_id}", ";", "list-clients", "-F",
      "#{session_id} #{window_id} #{client_tty} \(TmuxClient.format)", ";", "show-messages", "-T",
    ]
  }

  /// Reads the answer; nil for one that is not understood.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let pane = lines.first?.split(separator: " "), pane.count == 3 else { return nil }
    paneDevice = String(pane[0])
    let descriptions = TmuxDescriptions(lines.drop { !$0.hasPrefix("Terminal ") })
    clients = lines.dropFirst().prefix { $0.hasPrefix("$") }.compactMap { line -> TmuxClient? in
      let fields = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      // A window may be linked into the sessions of others, who then see it too.
      guard fields.count == 4, fields[0] == pane[1] || fields[1] == pane[2], var client = TmuxClient(line: fields[3])
      else { return nil }
      if descriptions.haveTruecolor(device: fields[2], name: client.terminalName) { client.features.insert("RGB") }
      return client
    }
  }
}
