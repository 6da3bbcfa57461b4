public import Foundation
import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The value of the anchor before everything, for ``HKQueryAnchor/init(fromValue:)``.
public let HKAnchoredObjectQueryNoAnchor: Int32 = 0

/// A query for the changes since an anchor, and with ``updateHandler`` also for later changes.
///
/// Samples are in the order of writing, followed by deletions. Without an anchor, the query returns all samples and
/// all recorded deletions.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
  /// The handler's arguments include the added samples, the deleted objects, and the anchor after them.
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
  ///   - type: the type of the samples.
  ///   - predicate: of deleted samples only the dates and the source are known; they match all other conditions.
  ///   - anchor: where an earlier query ended, nil for the beginning.
  ///   - limit: the maximum number of samples and deletions together, ``HKObjectQueryNoLimit`` for all. An empty page
  ///     is the end.
  ///   - handler: called once, with the anchor for the next query.
  public init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler handler: @escaping Handler
  ) {
    self.limit = limit
    feed = AnchoredFeed([SampleSelection(type: type, predicate: predicate)], anchor: anchor, limit: limit)
    resultsHandler = handler
    super.init(objectType: type, predicate: predicate)
  }

  /// A query for samples that match any of the descriptors.
  public init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int, resultsHandler handler: @escaping Handler
  ) {
    self.limit = limit
    feed = AnchoredFeed(queryDescriptors.selections, anchor: anchor, limit: limit)
    resultsHandler = handler
    super.init(objectType: nil, predicate: nil)
  }

  /// Called with each change after the first result, until the query is stopped. May be set only before the query is
  /// executed and only if there is no limit; otherwise it traps.
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
