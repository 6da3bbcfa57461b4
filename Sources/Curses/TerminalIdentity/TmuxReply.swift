/// tmux's reply about the pane in which the program runs and its clients.
package struct TmuxReply: Hashable, Sendable {
  /// The pane's terminal device.
  package var paneDevice: String
  /// The terminals that show the pane, or would after switching windows.
  package var clients: [TmuxClient]

  /// The target whose clients are queried.
  package enum Target: Hashable, Sendable {
    /// The pane, by the value of `TMUX_PANE`.
    case pane(String)
    /// The session, by its number, because a popup has no pane. One of the session's clients shows it.
    case session(String)

    /// The target in the environment of a program inside tmux; nil outside tmux.
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

  /// The arguments of `tmux` for the query. The environment is not sufficient, because it dates from the start of the
  /// server.
  ///
  /// Features that tmux detected are listed for each client. Features from the terminal description, which also apply,
  /// are only in `show-messages`, which older versions reject if no client is attached: it comes last.
  package static func query(_ target: Target) -> [String] {
    let name =
      switch target {
      case .pane(let name), .session(let name): name
      }
    return [
      "display-message", "-p", "-t", name, "#{pane_tty} #{session_id} #{window_id}", ";", "list-clients", "-F",
      "#{session_id} #{window_id} #{client_tty} \(TmuxClient.format)", ";", "show-messages", "-T",
    ]
  }

  /// Parses the reply; nil if it is malformed.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let pane = lines.first?.split(separator: " "), pane.count == 3 else { return nil }
    paneDevice = String(pane[0])
    let descriptions = TmuxDescriptions(lines.drop { !$0.hasPrefix("Terminal ") })
    clients = lines.dropFirst().prefix { $0.hasPrefix("$") }.compactMap { line -> TmuxClient? in
      let fields = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      // A window may be linked to the sessions of other clients, which then also show it.
      guard fields.count == 4, fields[0] == pane[1] || fields[1] == pane[2], var client = TmuxClient(line: fields[3])
      else { return nil }
      if descriptions.haveTruecolor(device: fields[2], name: client.terminalName) { client.features.insert("RGB") }
      return client
    }
  }
}
