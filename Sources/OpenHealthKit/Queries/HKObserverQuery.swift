public import Foundation
import HealthModel

/// What an observer's handler calls when it is done with a change, once and from any thread. A background delivery waits
/// for it; see ``HKHealthStore/enableBackgroundDelivery(for:frequency:)``. Otherwise calling it does nothing.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// A query that says that something changed, until it is stopped.
///
/// The handler is called once when the query starts, then after each save or deletion of samples that match: once for a
/// transaction, however many samples it held, and once for several that came while it was running. Where background
/// delivery is enabled for the type, the first call tells of what came while the program was not running, and later ones
/// come as often as that allows.
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

  /// An observer of several types, whose handler is told which of them changed; at the first call those with background
  /// delivery that have changed since the last one was completed.
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
