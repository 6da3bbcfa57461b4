import Dispatch
import HealthDatabase
import HealthModel

/// Tells running queries of one store that something was committed, by whichever process.
///
/// There is one watch for all queries, from the first that goes on until the store is let go. It is kept between queries:
/// the system has few watches, and is slow to take one back.
final class LiveUpdates: Sendable {
  private struct State {
    var source: WatchSource?
    var wakes: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let door: StoreConnection
  private let presence: ObserverPresence
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "org.openhealthkit.updates")

  init(door: StoreConnection, presence: ObserverPresence) {
    self.door = door
    self.presence = presence
  }

  deinit {
    state.withLock { $0.source }?.cancel()
  }

  /// Hears of every commit from now on until the subscription ends. Several commits in a row may be one call.
  ///
  /// - Parameter wake: called in the background, never under a lock. It must not read the store itself: it keeps others
  ///   waiting.
  /// - Throws: `StoreError` where the system gives no watch.
  func subscribe(_ wake: @escaping @Sendable () -> Void) throws -> LiveSubscription {
    try state.withLock { state in
      if state.source == nil {
        let watch = try StoreWatch(door: door, presence: presence)
        state.source = WatchSource(watch, queue: queue) { [weak self] in self?.wakeAll() }
      }
      state.nextID += 1
      state.wakes[state.nextID] = wake
      return LiveSubscription(id: state.nextID, updates: self)
    }
  }

  fileprivate func end(_ id: Int) {
    let wake = state.withLock { $0.wakes.removeValue(forKey: id) }
    // It may be the last owner of something that ends a subscription itself, so it goes outside the lock.
    withExtendedLifetime(wake) {}
  }

  private func wakeAll() {
    for wake in state.withLock({ Array($0.wakes.values) }) { wake() }
  }
}

/// What keeps a query informed. Ends when it is let go.
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

/// The watch's descriptor as a source of events.
private final class WatchSource: @unchecked Sendable {
  // Unchecked for the source, whose methods Dispatch lets any thread call.
  private let source: any DispatchSourceRead

  init(_ watch: StoreWatch, queue: DispatchQueue, wake: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
    source.setEventHandler {
      // Before anybody reads: a commit that comes while they do makes the descriptor readable again.
      if watch.drain() { wake() }
    }
    // The watch owns the descriptor, which must stay open until Dispatch has let go of it.
    source.setCancelHandler { withExtendedLifetime(watch) {} }
    source.resume()
  }

  func cancel() {
    source.cancel()
  }
}
