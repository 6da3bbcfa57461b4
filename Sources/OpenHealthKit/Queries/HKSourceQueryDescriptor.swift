/// A descriptor of a query for the sources of the currently stored samples.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
  /// The samples.
  public var predicate: HKSamplePredicate<Sample>

  /// A descriptor of a query.
  public init(predicate: HKSamplePredicate<Sample>) {
    self.predicate = predicate
  }

  /// The sources, sorted by name.
  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    let selection = predicate.selection
    let reader = healthStore.reader
    return try await healthStore.work {
      try reader.sources(selection).sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
    }
  }
}
