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

/// Queries tmux for the clients of the terminal in which the program runs.
struct TmuxQuestion: Sendable {
  private let target: TmuxAnswer.Target?
  private let terminalName: String
  private let terminalPath: String?

  init(_ environment: Environment) {
    target = TmuxAnswer.Target(environment.variables)
    terminalName = environment.variables["TERM"] ?? ""
    terminalPath = environment.terminalPath
  }

  /// The timeout at the start of a program: a hundred times the usual duration.
  static let startTimeout = Duration.milliseconds(500)

  /// tmux's reply; nil outside tmux or after the timeout. Takes the time of a child process.
  func answer(timeout: Duration) -> TmuxAnswer? {
    guard let target, let answer = try? ChildProcess.output(of: "tmux", TmuxAnswer.question(target), timeout: timeout)
    else { return nil }
    return TmuxAnswer(answer.text)
  }

  /// Whether the reply is about the terminal of the program, and not about one from which it was started, such as an
  /// xterm started from a shell in tmux.
  func isAboutThisTerminal(_ answer: TmuxAnswer) -> Bool {
    switch target {
    case .pane: terminalPath == nil || terminalPath == answer.paneDevice
    // A popup's device is not available, but its terminal name is one that tmux sets.
    case .session: ["tmux", "screen"].contains { terminalName.hasPrefix($0) }
    case nil: false
    }
  }
}

extension TerminalEvidence {
  /// Whether tmux's reply could make a difference.
  var isTmuxWorthAsking: Bool {
    let isDecided = (glyphsOption ?? configuredGlyphs) != nil && (colorOption ?? configuredColor) != nil
    return isTerminal && isInsideTmux && !isDecided
  }

  /// Applies tmux's reply, unless it can make no difference.
  mutating func ask(_ question: TmuxQuestion) {
    guard isTmuxWorthAsking, let answer = question.answer(timeout: TmuxQuestion.startTimeout) else { return }
    if question.isAboutThisTerminal(answer) {
      tmuxClients = answer.clients
    } else {
      leaveTmux()
    }
  }
}
