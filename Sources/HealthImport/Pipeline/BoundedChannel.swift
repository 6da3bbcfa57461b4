import Dispatch
import HealthModel

/// A bounded queue between one thread that sends values and one that receives them.
///
/// The sender waits when the receiver falls behind, so that memory is constant however large the file is.
package final class BoundedChannel<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var isEnded = false
    var isAbandoned = false
  }

  private let state = Lock(State())
  // Semaphores start at 0: deallocating one that is below its initial value traps.
  private let space = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  package init(capacity: Int) {
    for _ in 0..<capacity { space.signal() }
  }

  /// Adds a value, waiting for space.
  ///
  /// - Returns: false if the receiver has stopped.
  package func send(_ value: Value) -> Bool {
    space.wait()
    let isWanted = state.withLock { state in
      guard !state.isAbandoned else { return false }
      state.values.append(value)
      return true
    }
    if isWanted { filled.signal() } else { space.signal() }
    return isWanted
  }

  /// Closes the channel for sending.
  package func end() {
    state.withLock { $0.isEnded = true }
    filled.signal()
  }

  /// The next value, waiting for it; nil after the last.
  package func receive() -> Value? {
    filled.wait()
    let value = state.withLock { state in state.values.isEmpty ? nil : state.values.removeFirst() }
    if value == nil {
      // Only the end wakes the receiver without a value, and it is permanent.
      filled.signal()
    } else {
      space.signal()
    }
    return value
  }

  /// Stops receiving and waits for the sender's `end`.
  package func close() {
    abandon()
    // Removed values have left their signals.
    while !state.withLock(\.isEnded) { filled.wait() }
    filled.signal()
  }

  /// Stops receiving; a waiting sender is released.
  package func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      state.values.removeAll()
    }
    space.signal()
  }

  package var isAbandoned: Bool {
    state.withLock { $0.isAbandoned }
  }
}
