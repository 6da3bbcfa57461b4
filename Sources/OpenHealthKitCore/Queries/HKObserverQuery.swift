public import Foundation
import HealthModel

/// Call this when a change has been handled, once and on any thread. A background delivery waits for it; see
/// ``HKHealthStore/enableBackgroundDelivery(for:frequency:)``. Otherwise calling it has no effect.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// A query that reports changes until it is stopped.
///
/// The handler is called once when the query starts, then after each save or deletion of matching samples: once per
/// transaction, however many samples it contains, and once for several transactions during a call. If background
/// delivery is enabled for the type, the first call reports changes from before the program was started, and later
/// ones are limited to the frequency.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
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

  /// An observer of several types, whose handler receives the types that changed; in the first call, those with
  /// background delivery that have changed since the last completed delivery.
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
    ObserverRun.start(selections, for: self, in: store) { types, completion, error in
      handler(self, types, completion, error)
    }
  }
}
