public import Foundation
import HealthModel

/// A query for the statistics of consecutive intervals from an anchor, and with ``statisticsUpdateHandler`` also for
/// their changes.
///
/// The predicate selects whole samples, which are then assigned to intervals, so the intervals at the ends of a range
/// may be incomplete. A cumulative sample across a limit counts on both sides in proportion to its time.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
  /// The handler's arguments: the query, the collection and an error.
  public typealias ResultsHandler =
    @Sendable (
      HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?
    ) -> Void
  /// The handler's arguments: the query, an interval that changed, the collection and an error.
  public typealias UpdateHandler =
    @Sendable (
      HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
    ) -> Void

  /// The start of one of the intervals.
  public let anchorDate: Date
  /// The length of an interval. Its calendar and time zone are used; without them, the current ones.
  public let intervalComponents: DateComponents
  /// The statistics to compute.
  public let options: HKStatisticsOptions

  private struct Handlers {
    var results: ResultsHandler?
    var update: UpdateHandler?
  }

  private let plan: StatisticsPlan
  private let line: StatisticsIntervals
  private let handlers = Lock(Handlers())

  /// A query for statistics of one type.
  ///
  /// - Parameters:
  ///   - quantityType: the type of the samples.
  ///   - quantitySamplePredicate: the samples, nil for all.
  ///   - options: the statistics to compute. Options that are invalid for the type trap.
  ///   - anchorDate: the start of one of the intervals.
  ///   - intervalComponents: traps if it is not positive.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
    anchorDate: Date, intervalComponents: DateComponents
  ) {
    plan = StatisticsPlan(type: quantityType, predicate: quantitySamplePredicate, options: options)
    line = StatisticsIntervals(anchor: anchorDate, interval: intervalComponents)
    self.anchorDate = anchorDate
    self.intervalComponents = intervalComponents
    self.options = options
    super.init(objectType: quantityType, predicate: quantitySamplePredicate)
  }

  /// Called once with all intervals. Must be set before the query is executed; otherwise it traps.
  public var initialResultsHandler: ResultsHandler? {
    get { handlers.withLock { $0.results } }
    set {
      HKPrecondition.check(
        execution.isMade, "You cannot modify initialResultsHandler once the query has been executed.")
      handlers.withLock { $0.results = newValue }
    }
  }

  /// Called once for each interval that changed, until the query is stopped. Setting it after the query was executed
  /// traps.
  public var statisticsUpdateHandler: UpdateHandler? {
    get { handlers.withLock { $0.update } }
    set {
      HKPrecondition.check(
        execution.isMade, "You cannot modify statisticsUpdateHandler once the query has been executed.")
      handlers.withLock { $0.update = newValue }
    }
  }

  override func start(in store: HKHealthStore) {
    guard let results = initialResultsHandler else {
      HKPrecondition.fail("initialResultsHandler must be set before a statistics collection query is executed")
    }
    let update = statisticsUpdateHandler
    let execution = execution
    FeedRun.start(CollectionFeed(plan: plan, line: line), for: self, in: store, isLive: update != nil) { event in
      switch event {
      case .first(let element): results(self, element.collection, nil)
      case .update(let element):
        // The handler may stop the query in any of these calls.
        for statistics in element.updated ?? [] where execution.isRunning {
          update?(self, statistics, element.collection, nil)
        }
      case .failure(let error, let isFirst):
        if isFirst { results(self, nil, error) } else { update?(self, nil, nil, error) }
      }
    }
  }
}

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
  public typealias Results = HKQueryResults<Result>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The current intervals.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    try await healthStore.current(feed).collection
  }

  /// The current intervals, and again after each change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed, in: healthStore) { Result(statisticsCollection: $0.collection, updatedStatistics: $0.updated) }
  }

  private var feed: CollectionFeed {
    CollectionFeed(
      plan: StatisticsPlan(predicate, options),
      line: StatisticsIntervals(anchor: anchorDate, interval: intervalComponents))
  }
}
