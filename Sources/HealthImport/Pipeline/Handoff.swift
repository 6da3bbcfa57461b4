import Dispatch
import HealthModel

/// A bounded queue between one thread that makes values and one that uses them.
///
/// The maker waits when the user falls behind, so that memory stays flat however large the file is.
final class Handoff<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var isEnded = false
    var isAbandoned = false
  }

  private let state = Lock(State())
  // Semaphores begin at 0: one that is let go below its first value traps.
  private let space = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    for _ in 0..<capacity { space.signal() }
  }

  /// Adds a value, waiting for space.
  ///
  /// - Returns: false when nobody wants any more.
  func send(_ value: Value) -> Bool {
    space.wait()
    let isWanted = state.withLock { state in
      guard !state.isAbandoned else { return false }
      state.values.append(value)
      return true
    }
    if isWanted { news.signal() } else { space.signal() }
    return isWanted
  }

  /// No more values will come.
  func end() {
    state.withLock { $0.isEnded = true }
    news.signal()
  }

  /// The next value, waiting for it; nil after the last.
  func receive() -> Value? {
    news.wait()
    let value = state.withLock { state in state.values.isEmpty ? nil : state.values.removeFirst() }
    if value == nil {
      // Only the end wakes without a value; it stays the end.
      news.signal()
    } else {
      space.signal()
    }
    return value
  }

  /// Nothing more is wanted; a maker that waits is let go, and `receive` then waits for its `end`.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      state.values.removeAll()
    }
    space.signal()
  }

  var isAbandoned: Bool {
    state.withLock { $0.isAbandoned }
  }
}
