public import Foundation
import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The value of the anchor before everything, for ``HKQueryAnchor/init(fromValue:)``.
public let HKAnchoredObjectQueryNoAnchor: Int32 = 0

/// A query for the changes since an anchor, and with ``updateHandler`` also for later changes.
///
/// Samples are in the order of writing, followed by deletions. Without an anchor, the query returns all samples and
/// all deletions that the store remembers. If it cannot continue from its anchor, it starts from the beginning, and
/// ``HKQueryAnchor/startsOver`` of the new anchor is true.
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
      case .first(let page):
        results(self, page.added, page.deleted, HKQueryAnchor(page.anchor, startsOver: page.startsOver), nil)
      case .update(let page):
        update?(self, page.added, page.deleted, HKQueryAnchor(page.anchor, startsOver: page.startsOver), nil)
      case .failure(let error, let isFirst): (isFirst ? results : update ?? results)(self, nil, nil, nil, error)
      }
    }
  }
}

/// A descriptor of a query for the changes since an anchor, once or continuously.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  /// Samples that match any of these are found.
  public var predicates: [HKSamplePredicate<Sample>]
  /// Where to start; nil for the beginning.
  public var anchor: HKQueryAnchor?
  /// The maximum number of samples and deletions together in the first result; nil for all. Later results are
  /// complete.
  public var limit: Int?

  /// A descriptor of a query.
  public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
    self.predicates = predicates
    self.anchor = anchor
    self.limit = limit
  }

  /// The changes since an anchor.
  public struct Result: Sendable {
    /// In the order of writing.
    public let addedSamples: [Sample]
    /// In the order of deletion.
    public let deletedObjects: [HKDeletedObject]
    /// The anchor after them.
    public let newAnchor: HKQueryAnchor

    init(_ page: ChangePage) {
      addedSamples = page.added.compactMap { $0 as? Sample }
      deletedObjects = page.deleted
      newAnchor = HKQueryAnchor(page.anchor, startsOver: page.startsOver)
    }
  }

  /// The changes: first since the anchor, then since the previous element.
  public typealias Results = HKQueryResults<Result>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The changes since the anchor.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    Result(try await healthStore.current(feed))
  }

  /// The changes since the anchor, followed by later changes.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed, in: healthStore) { Result($0) }
  }

  private var feed: AnchoredFeed {
    HKPrecondition.check(!predicates.isEmpty, "A query needs at least one predicate")
    return AnchoredFeed(predicates.map(\.selection), anchor: anchor, limit: limit)
  }
}
