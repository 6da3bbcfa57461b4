public import Foundation

/// A descriptor of a query for the statistics of intervals, once or as they change.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  /// The samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// The statistics to compute.
  public var options: HKStatisticsOptions
  /// The start of one of the intervals.
  public var anchorDate: Date
  /// The length of an interval. Its calendar and time zone are used; without them, the current ones.
  public var intervalComponents: DateComponents

  /// A descriptor of a query.
  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
    intervalComponents: DateComponents
  ) {
    self.predicate = predicate
    self.options = options
    self.anchorDate = anchorDate
    self.intervalComponents = intervalComponents
  }

  /// All intervals, and those that changed.
  public struct Result: Sendable {
    /// All intervals.
    public let statisticsCollection: HKStatisticsCollection
    /// The intervals that changed since the previous element, nil in the first.
    public let updatedStatistics: [HKStatistics]?
  }

  /// The intervals, first and after each change.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = Result
    let feed: CollectionFeed
    let store: HKHealthStore

    /// Returns the elements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let iterator: LiveIterator<CollectionFeed>

      /// The next element, nil once the task is cancelled.
      public mutating func next() async throws -> Result? {
        try await iterator.next().map { Result(statisticsCollection: $0.collection, updatedStatistics: $0.updated) }
      }
    }

    /// Starts the query at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(iterator: LiveIterator(feed, store: store))
    }
  }

  public typealias Sequence = Results

  /// The current intervals.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    let feed = feed
    let reader = healthStore.reader
    return try await healthStore.work {
      var feed = feed
      return try feed.first(reader).collection
    }
  }

  /// The current intervals, and again after each change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed: feed, store: healthStore)
  }

  private var feed: CollectionFeed {
    CollectionFeed(
      plan: StatisticsPlan(predicate, options),
      line: StatisticsIntervals(anchor: anchorDate, interval: intervalComponents))
  }
}
