public import Foundation

/// A query for correlations by what they are made of.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
  /// The type that is asked for.
  public let correlationType: HKCorrelationType
  /// What a correlation must have members of: at least one for each type that its predicate matches.
  public let samplePredicates: [HKSampleType: NSPredicate]?

  private let selection: SampleSelection
  private let members: [SampleSelection]
  private let handler: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

  /// A query for correlations of one type. They come with all their members, not only those that match. A predicate that
  /// makes no sense for its type traps.
  public init(
    type correlationType: HKCorrelationType, predicate: NSPredicate?, samplePredicates: [HKSampleType: NSPredicate]?,
    completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
  ) {
    self.correlationType = correlationType
    self.samplePredicates = samplePredicates
    members = (samplePredicates ?? [:]).map { SampleSelection(type: $0.key, predicate: $0.value) }
    selection = SampleSelection(type: correlationType, predicate: predicate, members: members)
    handler = completion
    super.init(objectType: correlationType, predicate: predicate)
  }

  override func start(in store: HKHealthStore) {
    let (selection, members, handler) = (selection, members, handler)
    let feed = SingleFeed { reader in
      // A client that was never asked of a type may not ask by it either.
      for member in members { _ = try reader.request(member) }
      return try reader.samples([selection]).compactMap { $0 as? HKCorrelation }
    }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let correlations), .update(let correlations): handler(self, correlations, nil)
      case .failure(let error, _): handler(self, nil, error)
      }
    }
  }
}
