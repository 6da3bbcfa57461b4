import Dispatch
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Looks at a store's files now and then, for want of a watch: late, but nothing is missed.
final class PollingStoreWatcher: @unchecked Sendable {
  // Unchecked for the timer, whose methods Dispatch lets any thread call; what changes is behind a lock.

  /// Readable for `poll` when something has happened. Closed with the poller.
  let descriptor: Int32
  private let timer: any DispatchSourceTimer

  private struct Sight: Equatable {
    var store: StoreFile.Identity?
    var change: Int64

    init(of path: String) {
      store = StoreFile.Identity(path: path)
      change = ChangeSignal(storePath: path).latest()
    }
  }

  private struct State {
    var last: Sight
    var events = StoreWatcher.Events()
  }

  private let state: Lock<State>

  /// - Parameter interval: between two looks.
  /// - Returns: nil where the process has no descriptors left.
  init?(storePath: String, every interval: DispatchTimeInterval = .seconds(1)) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let state = Lock(State(last: Sight(of: storePath)))
    (descriptor, self.state) = (reading, state)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "org.openhealthkit.poller"))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler {
      let hasNews = state.withLock { state in
        let sight = Sight(of: storePath)
        guard sight != state.last else { return false }
        if sight.store != state.last.store { state.events.wasReplaced = true } else { state.events.hasChanged = true }
        state.last = sight
        return true
      }
      if hasNews { _ = write(writing, [1], 1) }
    }
    // Closed by whoever is last to write into it.
    timer.setCancelHandler { close(writing) }
    timer.resume()
    self.timer = timer
  }

  deinit {
    timer.cancel()
    close(descriptor)
  }

  /// Takes what has happened since the last call.
  func drain() -> StoreWatcher.Events {
    // Emptied first: what is seen from here on makes it readable again.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      while read(descriptor, bytes.baseAddress, bytes.count) > 0 {}
    }
    return state.withLock { state in
      defer { state.events = StoreWatcher.Events() }
      return state.events
    }
  }
}
