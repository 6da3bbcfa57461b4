import Curses
import TerminalModel

/// Queries the terminal about itself.
struct TerminalQuestion {
  let terminalName: String
  let isInsideTmux: Bool

  /// The replies that arrive in time; nil if the terminal was not queried, because it has no full-screen support or
  /// would print the query.
  func answers() -> TerminalAnswers? {
    var options = TerminalOptions(terminalName: terminalName, colorLevel: .none)
    options.isInsideTmux = isInsideTmux
    options.mouse = false
    guard let screen = try? TerminalScreen(options: options) else { return nil }
    screen.askTerminal()
    // Waits for the replies.
    screen.close()
    return screen.hasAsked && screen.endRequest == nil ? screen.answers : nil
  }
}
