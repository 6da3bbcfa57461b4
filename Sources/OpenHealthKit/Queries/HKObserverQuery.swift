public import Foundation
import HealthModel

/// What an observer's handler calls when it is done with a change. It is there for HealthKit's background delivery;
/// here the next call comes when the handler has returned.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// A query that says that something changed, until it is stopped.
///
/// The handler is called once when the query starts, then after each save or deletion of samples that match: once for a
/// transaction, however many samples it held, and once for several that came while it was running.
public final class HKObserverQuery: HKQuery, @unchecked Sendable {
  private let selections: [SampleSelection]
  private let handler:
    @Sendable (HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void

  /// An observer of one type.
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?,
    updateHandler:
      @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
  ) {
    selections = [SampleSelection(type: sampleType, predicate: predicate)]
    handler = { query, _, completion, error in updateHandler(query, completion, error) }
    super.init(objectType: sampleType, predicate: predicate)
  }

  /// An observer of several types, whose handler is told which of them changed; none at the first call.
  public init(
    queryDescriptors: [HKQueryDescriptor],
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    HKPrecondition.check(!queryDescriptors.isEmpty, "A query needs at least one query descriptor")
    selections = queryDescriptors.map(\.selection)
    handler = updateHandler
    super.init(objectType: nil, predicate: nil)
  }

  override func start(in store: HKHealthStore) {
    let handler = handler
    let types = selections.map(\.type.identifier)
    let deliveries = store.deliveries
    FeedRun.start(
      ObserverFeed(selections), for: self, in: store, isLive: true,
      delay: { deliveries.delay(for: types, last: $0, now: $1) }
    ) { event in
      switch event {
      case .first(let types), .update(let types): handler(self, types, {}, nil)
      case .failure(let error, _): handler(self, nil, {}, error)
      }
    }
  }
}
