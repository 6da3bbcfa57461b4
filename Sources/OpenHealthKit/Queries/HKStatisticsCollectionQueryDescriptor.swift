public import Foundation

/// A description of a query for the statistics of intervals, once or as they change.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  /// Which samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// Which numbers.
  public var options: HKStatisticsOptions
  /// A tick of the line of intervals.
  public var anchorDate: Date
  /// The length of an interval. Its calendar and time zone count; without them the current ones do.
  public var intervalComponents: DateComponents

  /// A description of a query.
  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
    intervalComponents: DateComponents
  ) {
    self.predicate = predicate
    self.options = options
    self.anchorDate = anchorDate
    self.intervalComponents = intervalComponents
  }

  /// All intervals, and which of them changed.
  public struct Result: Sendable {
    /// All intervals.
    public let statisticsCollection: HKStatisticsCollection
    /// The intervals that changed since the element before, nil in the first.
    public let updatedStatistics: [HKStatistics]?
  }

  /// The intervals, first and after each change.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = Result
    let feed: CollectionFeed
    let store: HKHealthStore

    /// Gives the elements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let pull: LivePull<CollectionFeed>

      /// The next element, nil once the task is cancelled.
      public mutating func next() async throws -> Result? {
        try await pull.next().map { Result(statisticsCollection: $0.collection, updatedStatistics: $0.updated) }
      }
    }

    /// Starts the query at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(pull: LivePull(feed, store: store))
    }
  }

  public typealias Sequence = Results

  /// The intervals now.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    let feed = feed
    let reader = healthStore.reader
    return try await healthStore.work {
      var feed = feed
      return try feed.first(reader).collection
    }
  }

  /// The intervals now, then after each change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed: feed, store: healthStore)
  }

  private var feed: CollectionFeed {
    CollectionFeed(
      plan: StatisticsPlan(predicate, options),
      line: StatisticsIntervals(anchor: anchorDate, interval: intervalComponents))
  }
}
