import Curses
import Dashboard
import Foundation
import TerminalModel

/// What is learned of the terminal while the dashboard runs, and what that changes about drawing on it.
///
/// A terminal's own answers come after the first frame, which never waits for them, and are remembered for the next one.
/// Inside tmux terminals come and go.
struct LateAnswers {
  private(set) var environment: Environment
  let drawing: DrawingOptions
  /// With the answers that are remembered.
  private(set) var evidence: TerminalEvidence

  init(environment: Environment, drawing: DrawingOptions, evidence: TerminalEvidence) {
    self.environment = environment
    self.drawing = drawing
    self.evidence = evidence
  }

  /// Whether pictures are sent only of rings that are at rest: over a network each would be late.
  var showsStillPictures: Bool {
    environment.variables["SSH_CONNECTION"]?.isEmpty == false && !evidence.asksForPixels
  }

  /// Whether an answer could change anything. A multiplexer would answer for itself; of the background, newer versions of
  /// tmux pass on what their terminal says.
  ///
  /// Symbols and colours of a terminal that has answered before are known. Its background may have changed, with the
  /// time of day even; a guess is good enough for the first frame only.
  var areWorthAsking: Bool {
    guard evidence.mayBeAsked, evidence.answers?.isSilence != true else { return false }
    let knowsBackground =
      drawing.namedBackground(environment) != nil
      || TerminalBackground.isLight(answer: nil, environment: environment.variables) != nil
    return !knowsBackground || TerminalDecision(evidence).isWorthAsking
  }

  /// Takes in what the user has changed in the configuration.
  mutating func learn(_ settings: Settings) {
    environment.settings = settings
    evidence.configuredGlyphs = settings.glyphs
    evidence.configuredColor = settings.color
  }

  /// Takes in what the terminal has answered so far.
  mutating func learn(_ answers: TerminalAnswers) {
    guard answers.version != nil || answers.isComplete else { return }
    evidence.answers = answers.following(evidence.answers)
  }

  /// Takes in who looks at the tmux pane now.
  mutating func learn(_ clients: [TmuxClient]) {
    evidence.tmuxClients = clients
  }

  /// Keeps the answers, or that there were none, for the next start in this terminal.
  func remember(_ answers: TerminalAnswers, insteadOf known: TerminalAnswers?) {
    let answers = answers.following(known)
    guard let key = evidence.memoryKey, answers != known else { return }
    TerminalMemoryFile(environment.variables).remember(
      TerminalMemory.Entry(
        key: key, answers: answers, instant: Int64(environment.now().timeIntervalSince1970.rounded())))
  }
}

extension TerminalAnswers {
  /// The answers with what earlier ones tell of pictures: that they get lost, and until all have come how they are taken.
  fileprivate func following(_ earlier: TerminalAnswers?) -> TerminalAnswers {
    guard let earlier else { return self }
    var answers = self
    if earlier.losesPictures { answers.losesPictures = true }
    if !isComplete {
      answers.hasKittyGraphics = hasKittyGraphics || earlier.hasKittyGraphics
      answers.hasSixel = hasSixel || earlier.hasSixel
    }
    return answers
  }
}
