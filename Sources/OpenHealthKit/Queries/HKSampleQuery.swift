public import Foundation
import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The limit of a query without one.
public let HKObjectQueryNoLimit: Int = 0

/// A query for the samples that are stored now.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
  /// The most samples, of all types together and after sorting; ``HKObjectQueryNoLimit`` for all.
  public let limit: Int
  /// The order as it was given. Without one samples come by type and start.
  public let sortDescriptors: [NSSortDescriptor]?

  private let selections: [SampleSelection]
  private let sort: [SampleSort]
  private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

  /// A query for samples of one type. A predicate or a sort descriptor that makes no sense for it traps.
  public convenience init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.init(
      [SampleSelection(type: sampleType, predicate: predicate)], type: sampleType, predicate, limit, sortDescriptors,
      resultsHandler)
  }

  /// A query for samples that any of the descriptors describes, each once.
  public convenience init(
    queryDescriptors: [HKQueryDescriptor], limit: Int,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.init(queryDescriptors.map(\.selection), type: nil, nil, limit, nil, resultsHandler)
  }

  /// A query for samples that any of the descriptors describes, each once, in an order.
  public convenience init(
    queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.init(queryDescriptors.map(\.selection), type: nil, nil, limit, sortDescriptors, resultsHandler)
  }

  private init(
    _ selections: [SampleSelection], type: HKSampleType?, _ predicate: NSPredicate?, _ limit: Int,
    _ sortDescriptors: [NSSortDescriptor]?,
    _ handler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    HKPrecondition.check(!selections.isEmpty, "A query needs at least one query descriptor")
    self.selections = selections
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    self.handler = handler
    sort = (sortDescriptors ?? []).map { SampleSort($0) }
    super.init(objectType: type, predicate: predicate)
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
