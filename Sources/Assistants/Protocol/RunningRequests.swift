import HealthModel

/// The requests of a client that wait or run, and those of them that were cancelled.
///
/// A client may use an identifier twice; cancelling it then cancels both.
final class RunningRequests: Sendable {
  private struct State {
    var counts: [RequestID: Int] = [:]
    var cancelled: Set<RequestID> = []
  }

  private let state = Lock(State())

  func begin(_ id: RequestID) { state.withLock { $0.counts[id, default: 0] += 1 } }

  /// Does nothing for a request that has ended.
  func cancel(_ id: RequestID) {
    state.withLock { if $0.counts[id] != nil { $0.cancelled.insert(id) } }
  }

  func isCancelled(_ id: RequestID) -> Bool { state.withLock { $0.cancelled.contains(id) } }

  func end(_ id: RequestID) {
    state.withLock { state in
      let left = (state.counts[id] ?? 1) - 1
      state.counts[id] = left > 0 ? left : nil
      if left <= 0 { state.cancelled.remove(id) }
    }
  }
}
