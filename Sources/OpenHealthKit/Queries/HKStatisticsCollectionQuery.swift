public import Foundation
import HealthModel

/// A query for the statistics of intervals that tile time from an anchor, and with ``statisticsUpdateHandler`` also for
/// their changes.
///
/// The predicate chooses whole samples; intervals are filled from the chosen ones, so those at the ends of a range may
/// hold a part only. A cumulative sample across a tick counts on both sides in proportion to its time.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
  /// What is called with all intervals.
  public typealias ResultsHandler =
    @Sendable (
      HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?
    ) -> Void
  /// What is called with an interval that changed, and with all.
  public typealias UpdateHandler =
    @Sendable (
      HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
    ) -> Void

  /// A tick of the line of intervals.
  public let anchorDate: Date
  /// The length of an interval. Its calendar and time zone count; without them the current ones do.
  public let intervalComponents: DateComponents
  /// Which numbers.
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
  ///   - quantityType: of the samples.
  ///   - quantitySamplePredicate: which samples, nil for all.
  ///   - options: which numbers. Those that make no sense for the type trap.
  ///   - anchorDate: a tick of the line of intervals.
  ///   - intervalComponents: an interval that is not positive traps.
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

  /// Called once with all intervals. Must be set before the query is executed; anything else traps.
  public var initialResultsHandler: ResultsHandler? {
    get { handlers.withLock { $0.results } }
    set {
      HKPrecondition.check(
        execution.isMade, "You cannot modify initialResultsHandler once the query has been executed.")
      handlers.withLock { $0.results = newValue }
    }
  }

  /// Called once for each interval that changed, until the query is stopped. May be set before the query is executed;
  /// later it traps.
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
        // The handler may stop the query at any of them.
        for statistics in element.updated ?? [] where execution.isRunning {
          update?(self, statistics, element.collection, nil)
        }
      case .failure(let error, let isFirst):
        if isFirst { results(self, nil, error) } else { update?(self, nil, nil, error) }
      }
    }
  }
}
