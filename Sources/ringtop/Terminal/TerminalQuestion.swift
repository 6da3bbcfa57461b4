import Curses
import TerminalModel

/// Asks the terminal about itself.
struct TerminalQuestion {
  let terminalName: String
  let isInsideTmux: Bool

  /// How long an answer is waited for: longer than any local terminal takes, shorter than patience.
  static let patience = Duration.milliseconds(100)

  /// What it answers in time; nothing from one that cannot show a screen.
  func answers() -> TerminalAnswers {
    var options = TerminalOptions(terminalName: terminalName, colorLevel: .none)
    options.isInsideTmux = isInsideTmux
    options.mouse = false
    guard let screen = try? TerminalScreen(options: options) else { return TerminalAnswers() }
    defer { screen.close() }
    screen.askTerminal()
    let deadline = ContinuousClock.now + Self.patience
    while !screen.answers.isComplete, screen.endRequest == nil {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { break }
      _ = screen.wait(timeoutMilliseconds: Int32(left.rounded(.up)))
      _ = screen.readEvents()
    }
    return screen.answers
  }
}
