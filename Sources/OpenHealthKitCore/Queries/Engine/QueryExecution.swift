import Dispatch
import HealthModel

/// The execution state of a query.
///
/// - made: not executed yet.
/// - running: from `execute` until it is stopped, fails, or has returned its only result.
/// - stopped: final. A query cannot be executed again.
///
/// Stopping a query before it is executed has no effect. Handlers are called one at a time on the query's own queue,
/// never while a lock is held, and none starts after `stop` has returned.
final class QueryExecution: Sendable {
  private enum State {
    case made
    /// With its subscription, for a query that continues after its first result.
    case running(LiveSubscription?)
    case stopped
  }

  let queue = DispatchQueue(label: "org.openhealthkit.query", target: .global())
  private let state = Lock(State.made)
  /// The pending or running call of a handler.
  private let call = DispatchGroup()
  private static let current = DispatchSpecificKey<ObjectIdentifier>()

  init() {
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(self))
  }

  /// Changes from made to running. Traps the second time.
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
    // Registered under the lock: a later stop finds the call and waits for it.
    let isRunning = state.withLock { state in
      guard case .running = state else { return false }
      call.enter()
      return true
    }
    guard isRunning else { return }
    defer { call.leave() }
    body()
  }

  /// The maximum time that a stop waits for a running handler: it has started by then, but may not have returned.
  private static let longestWait = DispatchTimeInterval.seconds(1)

  /// Stops the query for a caller that wants no more results.
  ///
  /// A pending call has started when this returns, and has usually finished: there is a timeout, since the handler
  /// may itself be waiting for the caller. A handler that stops its own query does not wait.
  func stop() {
    end()
    guard DispatchQueue.getSpecific(key: Self.current) != ObjectIdentifier(self) else { return }
    _ = call.wait(timeout: .now() + Self.longestWait)
  }

  /// Changes from running to stopped; no effect in the other states.
  func end() {
    let subscription: LiveSubscription? = state.withLock { state in
      guard case .running(let subscription) = state else { return nil }
      state = .stopped
      return subscription
    }
    // Released outside the lock, since this releases the query's handlers.
    withExtendedLifetime(subscription) {}
  }

  /// Whether the query has not been executed yet, so that handlers may be set.
  var isMade: Bool {
    state.withLock { if case .made = $0 { true } else { false } }
  }

  var isRunning: Bool {
    state.withLock { if case .running = $0 { true } else { false } }
  }

  /// Sets the subscription of a running query; if the query has been stopped, the subscription ends.
  func keep(_ subscription: LiveSubscription) {
    state.withLock { state in
      if case .running = state { state = .running(subscription) }
    }
  }
}
