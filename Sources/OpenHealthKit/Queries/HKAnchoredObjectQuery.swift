public import Foundation
import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The number of the anchor before everything, for ``HKQueryAnchor/init(fromValue:)``.
public let HKAnchoredObjectQueryNoAnchor: Int32 = 0

/// A query for what was written since an anchor, and with ``updateHandler`` also for what is written from then on.
///
/// Samples come in the order of writing, after them what was deleted. Without an anchor that is everything there is, and
/// everything that is known to have been deleted.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
  /// What is called with changes: what was added, what was deleted, and the anchor after them.
  public typealias Handler =
    @Sendable (
      HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
    ) -> Void

  private let limit: Int
  private let feed: AnchoredFeed
  private let resultsHandler: Handler
  private let update = Lock<Handler?>(nil)

  /// A query for samples of one type.
  ///
  /// - Parameters:
  ///   - type: of the samples.
  ///   - predicate: of deleted samples only the dates and the writer are known; what else it asks they pass.
  ///   - anchor: where an earlier query ended, nil for the beginning.
  ///   - limit: the most samples and deletions together, ``HKObjectQueryNoLimit`` for all. The end is reached when a
  ///     page is empty.
  ///   - handler: called once, with the anchor to go on from.
  public init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler handler: @escaping Handler
  ) {
    self.limit = limit
    feed = AnchoredFeed([SampleSelection(type: type, predicate: predicate)], anchor: anchor, limit: limit)
    resultsHandler = handler
    super.init(objectType: type, predicate: predicate)
  }

  /// A query for samples that any of the descriptors describes.
  public init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int, resultsHandler handler: @escaping Handler
  ) {
    self.limit = limit
    feed = AnchoredFeed(queryDescriptors.selections, anchor: anchor, limit: limit)
    resultsHandler = handler
    super.init(objectType: nil, predicate: nil)
  }

  /// Called with each change after the first result, until the query is stopped. May be set before the query is executed
  /// and only where there is no limit; anything else traps.
  public var updateHandler: Handler? {
    get { update.withLock { $0 } }
    set {
      HKPrecondition.check(execution.isMade, "You cannot modify updateHandler once the query has been executed.")
      HKPrecondition.check(
        newValue == nil || limit == HKObjectQueryNoLimit, "You cannot set updateHandler of a query with a limit.")
      update.withLock { $0 = newValue }
    }
  }

  override func start(in store: HKHealthStore) {
    let (results, update) = (resultsHandler, updateHandler)
    FeedRun.start(feed, for: self, in: store, isLive: update != nil) { event in
      switch event {
      case .first(let page): results(self, page.added, page.deleted, HKQueryAnchor(page.anchor), nil)
      case .update(let page): update?(self, page.added, page.deleted, HKQueryAnchor(page.anchor), nil)
      case .failure(let error, let isFirst): (isFirst ? results : update ?? results)(self, nil, nil, nil, error)
      }
    }
  }
}
