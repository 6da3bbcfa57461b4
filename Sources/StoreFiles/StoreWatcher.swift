import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for commits by any process, without a timer.
///
/// The descriptor becomes readable when a writer has sent the signal, or when the store appears, is removed, or is
/// replaced by another file. Wait for it with `poll`, then call `drain` before reading the store: a change during the
/// read makes it readable again.
///
/// If the system's limit on watches is exhausted, the files are polled instead.
package final class StoreWatcher: Sendable {
  /// For `poll`. Closed with the watcher.
  package let descriptor: Int32
  private let watched: Lock<WatchedStore>?
  private let poller: PollingStoreWatcher?
  private let whenReplaced: (@Sendable () -> Void)?

  /// The store need not exist yet.
  ///
  /// - Parameter whenReplaced: called before `drain` returns if the store was replaced.
  /// - Throws: `StoreError` if the system provides neither a watch nor a pipe.
  package init(storePath: String, whenReplaced: (@Sendable () -> Void)? = nil) throws {
    self.whenReplaced = whenReplaced
    if var store = WatchedStore(path: storePath) {
      _ = store.follow()
      descriptor = store.descriptor
      watched = Lock(store)
      poller = nil
    } else if let poller = PollingStoreWatcher(storePath: storePath) {
      descriptor = poller.descriptor
      watched = nil
      self.poller = poller
    } else {
      throw StoreError(.inputOutput, path: storePath, reason: "cannot be watched")
    }
  }

  /// What happened since the last call.
  package struct Events: Sendable, Hashable {
    /// The store should be read again.
    package var hasChanged = false
    /// The store appeared, was removed, or was replaced by another file, whose log is unrelated.
    package var wasReplaced = false
  }

  /// Reads all pending events without blocking. There may be none.
  package func drain() -> Events {
    let events =
      watched?.withLock { watched in
        var events = Events()
        repeat {
          if watched.takeEvents() { events.hasChanged = true }
          if watched.follow() { events = Events(hasChanged: true, wasReplaced: true) }
        } while hasPending
        return events
      } ?? poller?.drain() ?? Events()
    if events.wasReplaced { whenReplaced?() }
    return events
  }

  private var hasPending: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }
}
