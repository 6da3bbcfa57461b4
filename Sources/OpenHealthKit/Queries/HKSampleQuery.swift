public import Foundation
import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The value of `limit` for queries without a limit.
public let HKObjectQueryNoLimit: Int = 0

/// A query for the currently stored samples.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
  /// The maximum number of samples, over all types and after sorting; ``HKObjectQueryNoLimit`` for all.
  public let limit: Int
  /// The given order. Without one, samples are sorted by type and start.
  public let sortDescriptors: [NSSortDescriptor]?

  private let selections: [SampleSelection]
  private let sort: [SampleSort]
  private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

  // All of them are designated initializers, so that subclasses inherit them.

  /// A query for samples of one type. Traps if a predicate or a sort descriptor is invalid for it.
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    (selections, handler) = ([SampleSelection(type: sampleType, predicate: predicate)], resultsHandler)
    (self.limit, self.sortDescriptors, sort) = (limit, sortDescriptors, Self.order(sortDescriptors))
    super.init(objectType: sampleType, predicate: predicate)
  }

  /// A query for samples that match any of the descriptors, each once.
  public init(
    queryDescriptors: [HKQueryDescriptor], limit: Int,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    (selections, handler) = (queryDescriptors.selections, resultsHandler)
    (self.limit, sortDescriptors, sort) = (limit, nil, [])
    super.init(objectType: nil, predicate: nil)
  }

  /// A query for samples that match any of the descriptors, each once, in an order.
  public init(
    queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    (selections, handler) = (queryDescriptors.selections, resultsHandler)
    (self.limit, self.sortDescriptors, sort) = (limit, sortDescriptors, Self.order(sortDescriptors))
    super.init(objectType: nil, predicate: nil)
  }

  private static func order(_ descriptors: [NSSortDescriptor]?) -> [SampleSort] {
    (descriptors ?? []).map { SampleSort($0) }
  }

  override func start(in store: HKHealthStore) {
    let (selections, sort, limit, handler) = (selections, sort, limit, handler)
    let feed = SingleFeed { try $0.samples(selections, sort: sort, limit: limit) }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let samples), .update(let samples): handler(self, samples, nil)
      case .failure(let error, _): handler(self, nil, error)
      }
    }
  }
}

extension [HKQueryDescriptor] {
  /// The selections of the descriptors; traps if there are none.
  var selections: [SampleSelection] {
    HKPrecondition.check(!isEmpty, "A query needs at least one query descriptor")
    return map(\.selection)
  }
}
