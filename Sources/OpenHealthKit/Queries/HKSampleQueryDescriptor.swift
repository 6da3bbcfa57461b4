public import Foundation
import HealthModel

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
