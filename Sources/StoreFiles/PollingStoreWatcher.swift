import Dispatch
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Polls a store's files if the system provides no watch: with a delay, but without missing changes.
final class PollingStoreWatcher: @unchecked Sendable {
  // Unchecked because of the timer, whose methods Dispatch allows on any thread; mutable state is protected by a
  // lock.

  /// Readable for `poll` when something has happened. Closed with the watcher.
  let descriptor: Int32
  private let timer: any DispatchSourceTimer

  private struct Snapshot: Equatable {
    var store: StoreFile.Identity?
    var change: Int64

    init(of path: String) {
      store = StoreFile.Identity(path: path)
      change = ChangeSignal(storePath: path).latest()
    }
  }

  private struct State {
    var last: Snapshot
    var events = StoreWatcher.Events()
  }

  private let state: Lock<State>

  /// - Parameter interval: the time between two polls.
  /// - Returns: nil if the process has no descriptors left.
  init?(storePath: String, every interval: DispatchTimeInterval = .seconds(1)) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let state = Lock(State(last: Snapshot(of: storePath)))
    (descriptor, self.state) = (reading, state)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "org.openhealthkit.poller"))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler {
      let hasChanges = state.withLock { state in
        let snapshot = Snapshot(of: storePath)
        guard snapshot != state.last else { return false }
        if snapshot.store != state.last.store {
          state.events.wasReplaced = true
        } else {
          state.events.hasChanged = true
        }
        state.last = snapshot
        return true
      }
      if hasChanges { _ = write(writing, [1], 1) }
    }
    // Closed by the last one that may write to it.
    timer.setCancelHandler { close(writing) }
    timer.resume()
    self.timer = timer
  }

  deinit {
    timer.cancel()
    close(descriptor)
  }

  /// Returns what has happened since the last call.
  func drain() -> StoreWatcher.Events {
    // Emptied first, so that later changes make it readable again.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      while read(descriptor, bytes.baseAddress, bytes.count) > 0 {}
    }
    return state.withLock { state in
      defer { state.events = StoreWatcher.Events() }
      return state.events
    }
  }
}
