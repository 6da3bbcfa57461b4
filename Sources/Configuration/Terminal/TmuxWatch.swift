package import Curses
import Dispatch
import Synchronization

/// Queries tmux again for its clients in the background, and wakes the event loop with the reply.
///
/// tmux does not notify programs when a terminal is attached or detached, and this class does not poll. But a newly
/// attached terminal sends a size or a key.
package final class TmuxWatch: Sendable {
  private let query: TmuxQuery
  private let waker: Waker
  private let queue = DispatchQueue(label: "ringtop.tmux", qos: .utility)
  private let state = Mutex(State())

  private struct State {
    var clients: [TmuxClient]?
    var isAsking = false
    /// Whether something happened during the query, so that its reply may be outdated.
    var isAskedAgain = false
    /// When tmux was queried last.
    var instant = ContinuousClock.now
  }

  /// The minimum interval between two queries that are not urgent: a query starts a child process.
  private static let rest = Duration.seconds(2)
  /// The timeout for a reply. Nothing blocks on it.
  private static let timeout = Duration.seconds(2)
  /// The delays between an event and the query, and its repetitions if tmux did not reply or does not know the terminal
  /// yet: a size arrives while a terminal is still being attached, and the terminal's own reply may take seconds over a
  /// slow connection. Sizes arrive in bursts, so the first query is delayed too.
  private static let delays: [DispatchTimeInterval] = [.milliseconds(200), .seconds(1), .seconds(4)]

  package init(query: TmuxQuery, waker: Waker) {
    self.query = query
    self.waker = waker
  }

  /// Sends a query, unless one is pending.
  ///
  /// - Parameter isUrgent: whether the reply has probably changed.
  package func ask(isUrgent: Bool) {
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
      let reply = query.reply(timeout: Self.timeout)
      let clients = reply.flatMap { query.isAboutThisTerminal($0) ? $0.clients : nil }
      let isComplete = clients.map { !$0.contains { $0.terminalType.isEmpty } } ?? (reply != nil)
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

  /// The current clients, if a reply has arrived since the last call.
  package func takeClients() -> [TmuxClient]? {
    state.withLock { state in
      defer { state.clients = nil }
      return state.clients
    }
  }
}
