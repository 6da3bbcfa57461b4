import HealthModel

/// The results of a query as an asynchronous sequence.
///
/// Each iterator starts the query when its first element is requested. The query ends when the task is cancelled or
/// the iterator is released. The descriptors of queries name this type `Results`.
public struct HKQueryResults<Element: Sendable>: AsyncSequence, Sendable {
  typealias Advance = @Sendable () async throws -> Element?

  private let start: @Sendable () -> Advance

  /// The current result of a feed, then its changes.
  init<Feed: LiveFeed>(
    _ feed: Feed, in store: HKHealthStore, _ transform: @escaping @Sendable (Feed.Element) -> Element
  ) {
    start = {
      let iterator = LiveIterator(feed, store: store)
      return { try await iterator.next().map(transform) }
    }
  }

  /// The measurements of a series one by one, all read when the first is requested.
  package init(in store: HKHealthStore, oneByOne read: @escaping @Sendable (ClientReader) throws -> [Element]) {
    start = {
      let measurements = Lock<ArraySlice<Element>?>(nil)
      return {
        if measurements.withLock({ $0 }) == nil {
          guard !Task.isCancelled else { return nil }
          let reader = store.reader
          let all = try await store.write { try read(reader)[...] }
          measurements.withLock { $0 = all }
        }
        return Task.isCancelled ? nil : measurements.withLock { $0?.popFirst() }
      }
    }
  }

  /// Returns the elements one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let advance: Advance

    /// The next element, nil after the last and once the task is cancelled.
    ///
    /// - Throws: ``HKError``.
    public mutating func next() async throws -> Element? { try await advance() }
  }

  /// Starts the query at the iterator's first `next`.
  public func makeAsyncIterator() -> Iterator { Iterator(advance: start()) }
}

extension HKHealthStore {
  /// The current result of a feed.
  ///
  /// - Throws: ``HKError``, or `CancellationError` if the task is cancelled.
  func current<Feed: LiveFeed>(_ feed: Feed) async throws -> Feed.Element {
    let reader = reader
    return try await work {
      var feed = feed
      return try feed.first(reader)
    }
  }
}
