import Dispatch
import HealthModel

/// The life of a query that is executed on a store.
///
/// - made: nobody has executed it.
/// - running: from `execute` until it is stopped, fails, or has given the one answer that was asked for.
/// - stopped: for ever. A query cannot be executed again.
///
/// A query that is stopped before it is executed stays made. Handlers are called one at a time on the query's own queue,
/// never under a lock, and none begins once `stop` has returned.
final class QueryExecution: Sendable {
  private enum State {
    case made
    /// With what keeps it informed, of a query that lives on after its first answer.
    case running(LiveSubscription?)
    case stopped
  }

  let queue = DispatchQueue(label: "org.openhealthkit.query", target: .global())
  private let state = Lock(State.made)
  /// The call of a handler that is on its way or running.
  private let call = DispatchGroup()
  private static let current = DispatchSpecificKey<ObjectIdentifier>()

  init() {
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(self))
  }

  /// From made to running. A second time traps.
  func begin() {
    let isFirst = state.withLock { state in
      guard case .made = state else { return false }
      state = .running(nil)
      return true
    }
    HKPrecondition.check(isFirst, "You cannot execute a query that has already been executed.")
  }

  /// Calls the query's handler unless the query has been stopped.
  func deliver(_ body: () -> Void) {
    // Entered under the lock: whoever stops the query from now on finds the call and waits for it.
    let isRunning = state.withLock { state in
      guard case .running = state else { return false }
      call.enter()
      return true
    }
    guard isRunning else { return }
    defer { call.leave() }
    body()
  }

  /// How long a stop waits for a handler that is running: by then it has begun, though it may not have ended.
  private static let longestWait = DispatchTimeInterval.seconds(1)

  /// Stops the query for a caller who wants to hear no more of it.
  ///
  /// A call that was on its way has begun when this returns, and mostly ended: it is waited for, but not for ever, since
  /// the handler may itself be waiting for the caller. A handler that stops its own query waits for nothing.
  func stop() {
    end()
    guard DispatchQueue.getSpecific(key: Self.current) != ObjectIdentifier(self) else { return }
    _ = call.wait(timeout: .now() + Self.longestWait)
  }

  /// From running to stopped; nothing in the other states.
  func end() {
    let subscription: LiveSubscription? = state.withLock { state in
      guard case .running(let subscription) = state else { return nil }
      state = .stopped
      return subscription
    }
    // Let go outside the lock, since it lets go of the query's handlers.
    withExtendedLifetime(subscription) {}
  }

  /// Whether nobody has executed the query yet, and handlers may be set.
  var isMade: Bool {
    state.withLock { if case .made = $0 { true } else { false } }
  }

  var isRunning: Bool {
    state.withLock { if case .running = $0 { true } else { false } }
  }

  /// Keeps a running query informed; one that has been stopped meanwhile lets the subscription go.
  func keep(_ subscription: LiveSubscription) {
    state.withLock { state in
      if case .running = state { state = .running(subscription) }
    }
  }
}
