import Curses
import Dashboard
import TerminalModel

/// What a terminal's own answers change about drawing on it. They come after the first frame, which never waits for them.
struct LateAnswers {
  let surroundings: Surroundings
  let drawing: DrawingOptions
  let evidence: TerminalEvidence

  /// Whether an answer could change anything. A multiplexer would answer for itself.
  var areWorthAsking: Bool {
    guard !evidence.isInsideTmux, evidence.environment["STY"] == nil, evidence.terminalName != "linux" else {
      return false
    }
    let knowsBackground =
      drawing.background != .auto
      || TerminalBackground.isLight(answer: nil, environment: surroundings.environment) != nil
    return !knowsBackground || TerminalDecision(evidence).isWorthAsking
  }

  /// Draws as the answers advise from now on. Colours stay as many as the screen was opened with.
  func apply(_ answers: TerminalAnswers, to appearance: inout Appearance) {
    appearance.palette = drawing.palette(surroundings, answer: answers.background)
    guard let version = answers.version else { return }
    var evidence = evidence
    evidence.answeredVersion = version
    appearance.glyphLevel = TerminalDecision(evidence).glyphs
  }
}
