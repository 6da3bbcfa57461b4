public import Foundation
import HealthModel

/// A descriptor of a query for the rings of days, once or as they change.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, @unchecked Sendable {
  // Unchecked because of the predicate, which must not be changed.

  /// The days; nil for all.
  public var predicate: NSPredicate?

  /// A descriptor of a query.
  public init(predicate: NSPredicate?) {
    self.predicate = predicate
  }

  /// The summaries of days: first all, then those that changed.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = [HKActivitySummary]
    let feed: SummaryFeed
    let store: HKHealthStore

    /// Returns the elements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let iterator: LiveIterator<SummaryFeed>

      /// The next element, nil once the task is cancelled.
      public mutating func next() async throws -> [HKActivitySummary]? {
        try await iterator.next()
      }
    }

    /// Starts the query at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(iterator: LiveIterator(feed, store: store))
    }
  }

  public typealias Sequence = Results

  /// The summaries of the days, in order.
  public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
    let feed = SummaryFeed(DaySelection(predicate))
    let reader = healthStore.reader
    return try await healthStore.work {
      var feed = feed
      return try feed.first(reader)
    }
  }

  /// The summaries of the days, then those that change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed: SummaryFeed(DaySelection(predicate)), store: healthStore)
  }
}
