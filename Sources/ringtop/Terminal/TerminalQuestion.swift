import Curses
import TerminalModel

/// Asks the terminal about itself.
struct TerminalQuestion {
  let terminalName: String
  let isInsideTmux: Bool

  /// What it answers in time; nil where it was not asked, because it cannot show a screen or would print the
  /// question.
  func answers() -> TerminalAnswers? {
    var options = TerminalOptions(terminalName: terminalName, colorLevel: .none)
    options.isInsideTmux = isInsideTmux
    options.mouse = false
    guard let screen = try? TerminalScreen(options: options) else { return nil }
    screen.askTerminal()
    // Waits for them.
    screen.close()
    return screen.hasAsked && screen.endRequest == nil ? screen.answers : nil
  }
}
