import Curses

/// Asks tmux who looks at the terminal in which the program runs.
struct TmuxQuestion: Sendable {
  private let target: TmuxAnswer.Target?
  private let terminalName: String
  private let terminalPath: String?

  init(_ environment: Environment) {
    target = TmuxAnswer.Target(environment.variables)
    terminalName = environment.variables["TERM"] ?? ""
    terminalPath = environment.terminalPath
  }

  /// How long the start of a program waits for an answer: a hundred times what one takes.
  static let startTimeout = Duration.milliseconds(500)

  /// What it answers; nil without a tmux, or one that does not answer in
  /// time. Takes the time of a child process.
  func answer(timeout: Duration) -> TmuxAnswer? {
    guard let target, let answer = try? ChildProcess.output(of: "tmux", TmuxAnswer.question(target), timeout: timeout)
    else { return nil }
    return TmuxAnswer(answer.text)
  }

  /// Whether the answer is about the terminal that the program draws on, and not about one from which it was started, as
  /// an xterm from a shell in tmux.
  func isAboutThisTerminal(_ answer: TmuxAnswer) -> Bool {
    switch target {
    case .pane: terminalPath == nil || terminalPath == answer.paneDevice
    // A popup's device is nowhere to be had, but its name is one that tmux gives.
    case .session: ["tmux", "screen"].contains { terminalName.hasPrefix($0) }
    case nil: false
    }
  }
}

extension TerminalEvidence {
  /// Whether what tmux tells could make a difference.
  var isTmuxWorthAsking: Bool {
    let isDecided = (glyphsOption ?? configuredGlyphs) != nil && (colorOption ?? configuredColor) != nil
    return isTerminal && isInsideTmux && !isDecided
  }

  /// Takes in what tmux tells, unless it can make no difference.
  mutating func ask(_ question: TmuxQuestion) {
    guard isTmuxWorthAsking, let answer = question.answer(timeout: TmuxQuestion.startTimeout) else { return }
    if question.isAboutThisTerminal(answer) {
      tmuxClients = answer.clients
    } else {
      leaveTmux()
    }
  }
}
