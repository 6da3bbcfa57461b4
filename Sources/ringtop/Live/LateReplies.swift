import Configuration
import Curses
import Foundation
import TerminalModel

/// The terminal's properties that become known while the dashboard runs, and their effect on drawing.
///
/// A terminal's replies arrive after the first frame, which never waits for them, and are cached for the next start.
/// Inside tmux, terminals are attached and detached.
struct LateReplies {
  private(set) var environment: Environment
  let drawing: DrawingChoice
  /// Includes the cached replies.
  private(set) var evidence: TerminalEvidence

  /// Whether images are sent only for static rings: over a network each would be late.
  var showsStillPictures: Bool {
    environment.variables["SSH_CONNECTION"]?.isEmpty == false && !evidence.asksForPixels
  }

  /// Whether a reply could change anything. A multiplexer would reply for itself; only newer versions of tmux forward
  /// the background of their terminal.
  ///
  /// The symbols and colours of a terminal that has replied before are known. Its background may have changed, even
  /// with the time of day; the cached one is sufficient only for the first frame.
  var areWorthQuerying: Bool {
    guard evidence.mayBeQueried else { return false }
    let knowsBackground =
      drawing.namedBackground(environment) != nil
      || TerminalBackground.isLight(reported: nil, environment: environment.variables) != nil
    return !knowsBackground || TerminalDecision(evidence).isWorthQuerying
  }

  /// Applies changes of the configuration.
  mutating func learn(_ settings: Settings) {
    environment.settings = settings
    evidence.configuredGlyphs = settings.glyphs
    evidence.configuredColor = settings.color
  }

  /// Applies the terminal's replies so far.
  mutating func learn(_ replies: TerminalReplies) {
    guard replies.version != nil || replies.isComplete else { return }
    evidence.replies = replies.following(evidence.replies)
  }

  /// Applies the current clients of the tmux pane.
  mutating func learn(_ clients: [TmuxClient]) {
    evidence.tmuxClients = clients
  }

  /// Caches the replies for the next start in this terminal. Silence is not cached: over a slow connection the replies may
  /// have arrived later than the program ended, so the next start queries again.
  func remember(_ replies: TerminalReplies, insteadOf known: TerminalReplies?) {
    let replies = replies.following(known)
    guard let key = evidence.memoryKey, replies != known, !replies.isEmpty else { return }
    TerminalMemoryFile(environment.variables).remember(
      TerminalMemory.Entry(
        key: key, replies: replies, instant: Int64(environment.now().timeIntervalSince1970.rounded())))
  }
}

extension TerminalReplies {
  /// The replies completed by earlier ones about images: that drawing failed, and until all replies have arrived, the
  /// supported protocols.
  fileprivate func following(_ earlier: TerminalReplies?) -> TerminalReplies {
    guard let earlier else { return self }
    var replies = self
    if earlier.losesPictures { replies.losesPictures = true }
    if !isComplete {
      replies.hasKittyGraphics = hasKittyGraphics || earlier.hasKittyGraphics
      replies.hasSixel = hasSixel || earlier.hasSixel
    }
    return replies
  }
}
