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

  /// The store need not exist yet.
  ///
  /// - Throws: `StoreError` if the system provides neither a watch nor a pipe.
  package init(storePath: String) throws {
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
    package var hasChanged = false
    /// The store appeared, was removed, or was replaced: open it again.
    package var wasReplaced = false
  }

  /// Reads all pending events without blocking. There may be none.
  package func drain() -> Events {
    guard let watched else { return poller?.drain() ?? Events() }
    return watched.withLock { watched in
      var events = Events()
      repeat {
        if watched.takeEvents() { events.hasChanged = true }
        if watched.follow() { events.wasReplaced = true }
      } while hasPending
      return events
    }
  }

  private var hasPending: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }
}
