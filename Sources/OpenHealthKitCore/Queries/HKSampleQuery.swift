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

/// A descriptor of a query for the currently stored samples.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, @unchecked Sendable {
  // Unchecked because of the sort descriptors, whose key paths are values.

  /// Samples that match any of these are found, each once.
  public var predicates: [HKSamplePredicate<Sample>]
  /// The order. The store sorts by start, end and duration; any other key path is sorted in memory.
  public var sortDescriptors: [SortDescriptor<Sample>]
  /// The maximum number of samples, after sorting; nil for all.
  public var limit: Int?

  /// A descriptor of a query.
  public init(
    predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil
  ) {
    self.predicates = predicates
    self.sortDescriptors = sortDescriptors
    self.limit = limit
  }

  /// The currently stored samples.
  public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
    HKPrecondition.check(!predicates.isEmpty, "A query needs at least one predicate")
    let reader = healthStore.reader
    let selections = predicates.map(\.selection)
    let sort = sortDescriptors.compactMap { SampleSort($0) }
    let isStoreOrder = sort.count == sortDescriptors.count
    let descriptor = self
    return try await healthStore.work {
      let samples = try reader.samples(
        selections, sort: isStoreOrder ? sort : [], limit: isStoreOrder ? descriptor.limit : nil
      ).compactMap { $0 as? Sample }
      if isStoreOrder { return samples }
      let sorted = samples.sorted(using: descriptor.sortDescriptors)
      guard let limit = descriptor.limit, limit > 0 else { return sorted }
      return Array(sorted.prefix(limit))
    }
  }
}
