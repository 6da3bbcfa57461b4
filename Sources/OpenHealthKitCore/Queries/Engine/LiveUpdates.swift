import Dispatch
import HealthDatabase
import HealthModel
import StoreFiles

/// Notifies running queries of a store of commits by any process.
///
/// There is one watch for all queries, from the first long-running one until the store is released. It is kept
/// between queries, because the number of watches is limited, and removing one is slow.
final class LiveUpdates: Sendable {
  private struct State {
    var source: WatchSource?
    var wakes: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let connection: StoreConnection
  private let presence: ObserverPresence
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "org.openhealthkit.updates")

  init(connection: StoreConnection, presence: ObserverPresence) {
    self.connection = connection
    self.presence = presence
  }

  deinit {
    state.withLock { $0.source }?.cancel()
  }

  /// Reports every commit until the subscription ends. Several commits may result in one call.
  ///
  /// - Parameter wake: called in the background, never while a lock is held. It must not read the store itself, which
  ///   would delay others.
  /// - Throws: `StoreError` if the system provides no watch.
  func subscribe(_ wake: @escaping @Sendable () -> Void) throws -> LiveSubscription {
    try state.withLock { state in
      if state.source == nil {
        state.source = WatchSource(try StoreWatcher(connection), queue: queue) { [weak self] wasReplaced in
          if wasReplaced { self?.presence.renew() }
          self?.wakeAll()
        }
      }
      state.nextID += 1
      state.wakes[state.nextID] = wake
      return LiveSubscription(id: state.nextID, updates: self)
    }
  }

  fileprivate func end(_ id: Int) {
    let wake = state.withLock { $0.wakes.removeValue(forKey: id) }
    // Called outside the lock, because it may release an object that ends a subscription itself.
    withExtendedLifetime(wake) {}
  }

  private func wakeAll() {
    for wake in state.withLock({ Array($0.wakes.values) }) { wake() }
  }
}

/// A subscription to commits. Ends when it is released.
final class LiveSubscription: Sendable {
  private let id: Int
  private let updates: LiveUpdates

  fileprivate init(id: Int, updates: LiveUpdates) {
    self.id = id
    self.updates = updates
  }

  deinit {
    updates.end(id)
  }
}

/// The watch's descriptor as a dispatch source.
private final class WatchSource: @unchecked Sendable {
  // Unchecked because of the source, whose methods Dispatch allows on any thread.
  private let source: any DispatchSourceRead

  init(_ watcher: StoreWatcher, queue: DispatchQueue, wake: @escaping @Sendable (_ wasReplaced: Bool) -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: watcher.descriptor, queue: queue)
    source.setEventHandler {
      // Before any read: a later commit makes the descriptor readable again.
      let events = watcher.drain()
      if events.hasChanged { wake(events.wasReplaced) }
    }
    // The watcher owns the descriptor, which must stay open until Dispatch has released it.
    source.setCancelHandler { withExtendedLifetime(watcher) {} }
    source.resume()
  }

  func cancel() {
    source.cancel()
  }
}
