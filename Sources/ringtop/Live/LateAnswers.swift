import Curses
import Dashboard
import Foundation
import TerminalModel

/// What a terminal's own answers change about drawing on it. They come after the first frame, which never waits for them,
/// and are remembered for the next one.
struct LateAnswers {
  let surroundings: Surroundings
  let drawing: DrawingOptions
  /// With the answers that are remembered.
  let evidence: TerminalEvidence

  /// Whether an answer could change anything. A multiplexer would answer for itself.
  ///
  /// Symbols and colours of a terminal that has answered before are known. Its background may have changed, with the
  /// time of day even; a guess is good enough for the first frame only.
  var areWorthAsking: Bool {
    guard !evidence.isInsideTmux, !evidence.isInsideScreen, evidence.terminalName != "linux",
      evidence.answers?.isSilence != true
    else { return false }
    let knowsBackground =
      drawing.background != .auto || ![nil, .auto].contains(surroundings.settings.background)
      || TerminalBackground.isLight(answer: nil, environment: surroundings.environment) != nil
    return !knowsBackground || TerminalDecision(evidence).isWorthAsking
  }

  /// Draws as the answers advise from now on. Colours stay as many as the screen was opened with.
  func apply(_ answers: TerminalAnswers, to appearance: inout Appearance) {
    if let background = answers.background {
      appearance.palette = drawing.palette(surroundings, answer: background)
    }
    guard answers.version != nil || answers.isComplete else { return }
    var evidence = evidence
    evidence.answers = answers
    appearance.glyphLevel = TerminalDecision(evidence).glyphs
  }

  /// Keeps the answers, or that there were none, for the next start in this terminal.
  func remember(_ answers: TerminalAnswers) {
    guard let key = evidence.memoryKey, answers != evidence.answers else { return }
    TerminalMemoryFile(surroundings.environment).remember(
      TerminalMemory.Entry(
        key: key, answers: answers, instant: Int64(surroundings.now().timeIntervalSince1970.rounded())))
  }
}
