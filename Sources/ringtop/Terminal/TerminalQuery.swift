import Curses
import TerminalModel

/// Queries the terminal about itself.
struct TerminalQuery {
  let terminalName: String
  let isInsideTmux: Bool

  /// The replies that arrive in time; nil if the terminal was not queried, because it has no full-screen support or
  /// would print the query.
  func replies() -> TerminalReplies? {
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
