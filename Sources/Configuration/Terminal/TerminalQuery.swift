package import Curses
import Processes
import TerminalModel

/// Queries the terminal about itself.
package struct TerminalQuery {
  let terminalName: String
  let isInsideTmux: Bool

  package init(terminalName: String, isInsideTmux: Bool) {
    self.terminalName = terminalName
    self.isInsideTmux = isInsideTmux
  }

  /// The replies that arrive in time; nil if the terminal was not queried, because it has no full-screen support or
  /// would print the query.
  package func replies() -> TerminalReplies? {
    var options = TerminalOptions(terminalName: terminalName, colorLevel: .none)
    options.isInsideTmux = isInsideTmux
    options.mouse = false
    guard let screen = try? TerminalScreen(options: options) else { return nil }
    screen.queryTerminal()
    // Waits for the replies.
    screen.close()
    return screen.hasQueried && screen.endRequest == nil ? screen.replies : nil
  }
}

/// Queries tmux for the clients of the terminal in which the program runs.
package struct TmuxQuery: Sendable {
  private let target: TmuxReply.Target?
  private let terminalName: String
  private let terminalPath: String?

  package init(_ environment: Environment) {
    target = TmuxReply.Target(environment.variables)
    terminalName = environment.variables["TERM"] ?? ""
    terminalPath = environment.terminalPath
  }

  /// The timeout at the start of a program: a hundred times the usual duration.
  static let startTimeout = Duration.milliseconds(500)

  /// tmux's reply; nil outside tmux or after the timeout. Takes the time of a child process.
  package func reply(timeout: Duration) -> TmuxReply? {
    guard let target, let reply = try? ChildProcess.output(of: "tmux", TmuxReply.query(target), timeout: timeout)
    else { return nil }
    return TmuxReply(reply.text)
  }

  /// Whether the reply is about the terminal of the program, and not about one from which it was started, such as an
  /// xterm started from a shell in tmux.
  package func isAboutThisTerminal(_ reply: TmuxReply) -> Bool {
    switch target {
    case .pane: terminalPath == nil || terminalPath == reply.paneDevice
    // A popup's device is not available, but its terminal name is one that tmux sets.
    case .session: ["tmux", "screen"].contains { terminalName.hasPrefix($0) }
    case nil: false
    }
  }
}

extension TerminalEvidence {
  /// Whether tmux's reply could make a difference.
  package var isTmuxWorthQuerying: Bool {
    let isDecided = (glyphsOption ?? configuredGlyphs) != nil && (colorOption ?? configuredColor) != nil
    return isTerminal && isInsideTmux && !isDecided
  }

  /// Applies tmux's reply, unless it can make no difference.
  mutating func ask(_ query: TmuxQuery) {
    guard isTmuxWorthQuerying, let reply = query.reply(timeout: TmuxQuery.startTimeout) else { return }
    if query.isAboutThisTerminal(reply) {
      tmuxClients = reply.clients
    } else {
      leaveTmux()
    }
  }
}
