/// A description of a query for who wrote the samples that are stored now.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
  /// Which samples.
  public var predicate: HKSamplePredicate<Sample>

  /// A description of a query.
  public init(predicate: HKSamplePredicate<Sample>) {
    self.predicate = predicate
  }

  /// The sources, by name.
  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    let selection = predicate.selection
    let reader = healthStore.reader
    return try await healthStore.work {
      try reader.sources(selection).sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
    }
  }
}
