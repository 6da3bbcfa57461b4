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
    /// Whether something happened while tmux was being asked, so that its answer may be out of date.
    var isAskedAgain = false
    /// When tmux was asked last.
    var instant = ContinuousClock.now
  }

  /// The shortest time between two queries that nothing urges: a query is a child process.
  private static let rest = Duration.seconds(2)
  /// How long a reply may take. Nobody waits for it.
  private static let timeout = Duration.seconds(2)
  /// How long after an event tmux is asked, and asked again where it did not reply, or does not know yet what a terminal
  /// is: a size comes while a terminal is still being attached, and the terminal's own reply may take seconds over a slow
  /// line. Sizes come in storms, so that even the first query waits.
  private static let delays: [DispatchTimeInterval] = [.milliseconds(200), .seconds(1), .seconds(4)]

  init(question: TmuxQuestion, waker: Waker) {
    self.question = question
    self.waker = waker
  }

  /// Asks, unless a reply is on its way.
  ///
  /// - Parameter isUrgent: whether something suggests that the reply is another one than the last.
  func ask(isUrgent: Bool) {
    let asks = state.withLock { state in
      if state.isAsking {
        state.isAskedAgain = state.isAskedAgain || isUrgent
        return false
      }
      guard isUrgent || ContinuousClock.now - state.instant > Self.rest else { return false }
      state.isAsking = true
      return true
    }
    if asks { ask(attempt: 0) }
  }

  private func ask(attempt: Int) {
    queue.asyncAfter(deadline: .now() + Self.delays[attempt]) { [self] in
      state.withLock { $0.isAskedAgain = false }
      let answer = question.answer(timeout: Self.timeout)
      let clients = answer.flatMap { question.isAboutThisTerminal($0) ? $0.clients : nil }
      let isComplete = clients.map { !$0.contains { $0.terminalType.isEmpty } } ?? (answer != nil)
      let next = state.withLock { state -> Int? in
        if clients != nil { state.clients = clients }
        if state.isAskedAgain { return 0 }
        if !isComplete, attempt + 1 < Self.delays.count { return attempt + 1 }
        state.isAsking = false
        state.instant = .now
        return nil
      }
      if clients != nil { waker.wake() }
      if let next { ask(attempt: next) }
    }
  }

  /// The terminals that look at the pane, if there is a reply since the last call.
  func takeClients() -> [TmuxClient]? {
    state.withLock { state in
      defer { state.clients = nil }
      return state.clients
    }
  }
}
