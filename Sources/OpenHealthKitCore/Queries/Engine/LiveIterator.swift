import HealthModel

/// Runs a feed for an asynchronous sequence: each element is read when it is requested.
///
/// Nothing happens before the first element is requested. Cancelling the task, or releasing the iterator, ends it.
final class LiveIterator<Feed: LiveFeed>: Sendable {
  private struct State {
    var feed: Feed
    /// nil before the first element and after the end.
    var subscription: LiveSubscription?
    var hasBegun = false
    var hasEnded = false
  }

  private let state: Lock<State>
  private let store: HKHealthStore
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(_ feed: Feed, store: HKHealthStore) {
    state = Lock(State(feed: feed))
    self.store = store
    // Commits between two requests are combined into one update.
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The next element, nil once the task is cancelled.
  func next() async throws -> Feed.Element? {
    guard !state.withLock({ $0.hasEnded }) else { return nil }
    do {
      while !Task.isCancelled {
        if let element = try await advance() { return Task.isCancelled ? finish() : element }
        var iterator = signals.makeAsyncIterator()
        guard await iterator.next() != nil else { break }
      }
      return finish()
    } catch {
      _ = finish()
      throw HKError.translating(error)
    }
  }

  private func advance() async throws -> Feed.Element? {
    let reader = store.reader
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst {
      let signal = signal
      let subscription = try store.updates.subscribe { signal.yield() }
      state.withLock { $0.subscription = subscription }
    }
    return try await withCheckedThrowingContinuation { continuation in
      store.work { [self] in
        try state.withLock { isFirst ? try $0.feed.first(reader) : try $0.feed.update(reader) }
      } then: {
        continuation.resume(with: $0)
      }
    }
  }

  private func finish() -> Feed.Element? {
    let subscription = state.withLock { state in
      state.hasEnded = true
      defer { state.subscription = nil }
      return state.subscription
    }
    withExtendedLifetime(subscription) {}
    return nil
  }
}
