import Curses

/// Asks tmux who looks at the pane in which the program runs.
struct TmuxQuestion: Sendable {
  private let pane: String?
  private let terminalPath: String?

  init(_ surroundings: Surroundings) {
    pane = surroundings.environment["TMUX_PANE"].flatMap { $0.isEmpty ? nil : $0 }
    terminalPath = surroundings.terminalPath
  }

  /// What it answers; nil without a tmux, or one that does not answer. Takes the time of a child process.
  func answer() -> TmuxAnswer? {
    guard let pane, let answer = try? ChildProcess.output(of: "tmux", TmuxAnswer.question(pane: pane)), answer.code == 0
    else { return nil }
    return TmuxAnswer(answer.text)
  }

  /// Whether the answer is about the terminal that the program draws on, and not about one from which it was started.
  func isAboutThisTerminal(_ answer: TmuxAnswer) -> Bool {
    terminalPath == nil || terminalPath == answer.paneDevice
  }
}

extension TerminalEvidence {
  /// Takes in what tmux tells, unless it can make no difference.
  mutating func ask(_ question: TmuxQuestion) {
    let isDecided = (glyphsOption ?? configuredGlyphs) != nil && (colorOption ?? configuredColor) != nil
    guard isTerminal, isInsideTmux, !isDecided, let answer = question.answer() else { return }
    if question.isAboutThisTerminal(answer) {
      tmuxClients = answer.clients
    } else {
      leaveTmux()
    }
  }
}
