public import Foundation

/// A query for the sources of the currently stored samples.
open class HKSourceQuery: HKQuery, @unchecked Sendable {
  private let selection: SampleSelection
  private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

  /// A query for the sources of matching samples. Traps if a predicate is invalid for the type.
  public init(
    sampleType: HKSampleType, samplePredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    selection = SampleSelection(type: sampleType, predicate: samplePredicate)
    handler = completionHandler
    super.init(objectType: sampleType, predicate: samplePredicate)
  }

  override func start(in store: HKHealthStore) {
    let (selection, handler) = (selection, handler)
    FeedRun.start(SingleFeed { try $0.sources(selection) }, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let sources), .update(let sources): handler(self, sources, nil)
      case .failure(let error, _): handler(self, nil, error)
      }
    }
  }
}

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
