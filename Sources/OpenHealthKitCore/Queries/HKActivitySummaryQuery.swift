public import Foundation
import HealthModel

/// A query for the rings of days, and with ``updateHandler`` also for their changes.
///
/// Every day from the first with data to today has a summary, in that order.
open class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
  /// The handler's arguments are the query, the summaries and an error.
  public typealias Handler = @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

  private let selection: DaySelection
  private let resultsHandler: Handler
  private let update = Lock<Handler?>(nil)

  /// A query for the days that match a predicate, or for all days without one. A predicate over samples traps.
  public init(predicate: NSPredicate?, resultsHandler handler: @escaping Handler) {
    selection = DaySelection(predicate)
    resultsHandler = handler
    super.init(objectType: .activitySummaryType(), predicate: predicate)
  }

  /// Called with the summaries that changed, until the query is stopped; with none if days have only disappeared.
  /// Setting it after the query was executed traps.
  public var updateHandler: Handler? {
    get { update.withLock { $0 } }
    set {
      HKPrecondition.check(execution.isMade, "You cannot modify updateHandler once the query has been executed.")
      update.withLock { $0 = newValue }
    }
  }

  override func start(in store: HKHealthStore) {
    let (results, update) = (resultsHandler, updateHandler)
    FeedRun.start(SummaryFeed(selection), for: self, in: store, isLive: update != nil) { event in
      switch event {
      case .first(let summaries): results(self, summaries, nil)
      case .update(let summaries): update?(self, summaries, nil)
      case .failure(let error, let isFirst): (isFirst ? results : update ?? results)(self, nil, error)
      }
    }
  }
}

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
  public typealias Results = HKQueryResults<[HKActivitySummary]>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The summaries of the days, in order.
  public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
    try await healthStore.current(SummaryFeed(DaySelection(predicate)))
  }

  /// The summaries of the days, then those that change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(SummaryFeed(DaySelection(predicate)), in: healthStore) { $0 }
  }
}
