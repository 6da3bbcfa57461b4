import Curses
import Dispatch
import Synchronization

/// Asks tmux again who looks at the pane, beside the loop, which is woken with the answer.
///
/// tmux tells nobody when a terminal is attached or goes, and nothing here asks by the clock. But whoever comes brings a
/// size or presses a key.
final class TmuxWatch: Sendable {
  private let question: TmuxQuestion
  private let waker: Waker
  private let queue = DispatchQueue(label: "ringtop.tmux", qos: .utility)
  private let state = Mutex(State())

  private struct State {
    var clients: [TmuxClient]?
    var isAsking = false
    /// When tmux was asked last.
    var instant = ContinuousClock.now
  }

  /// The shortest time between two questions: a question is a child process.
  private static let rest = Duration.seconds(2)
  /// How long an answer may take. Nobody waits for it.
  private static let timeout = Duration.seconds(2)

  init(question: TmuxQuestion, waker: Waker) {
    self.question = question
    self.waker = waker
  }

  /// Asks, unless an answer is on its way.
  ///
  /// - Parameter isUrgent: whether something suggests that the answer is another one than the last.
  func ask(isUrgent: Bool) {
    let asks = state.withLock { state in
      guard !state.isAsking, isUrgent || ContinuousClock.now - state.instant > Self.rest else { return false }
      state.isAsking = true
      state.instant = .now
      return true
    }
    guard asks else { return }
    // A moment later, since a new size comes while a terminal is still being attached, and sizes come in storms.
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      let answer = question.answer(timeout: Self.timeout)
      let clients = answer.flatMap { question.isAboutThisTerminal($0) ? $0.clients : nil }
      state.withLock { state in
        state.clients = clients
        state.isAsking = false
      }
      if clients != nil { waker.wake() }
    }
  }

  /// The terminals that look at the pane, if there is an answer since the last call.
  func takeClients() -> [TmuxClient]? {
    state.withLock { state in
      defer { state.clients = nil }
      return state.clients
    }
  }
}
