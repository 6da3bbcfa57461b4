public import Foundation

/// A query for correlations by their members.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
  /// The type of the correlations.
  public let correlationType: HKCorrelationType
  /// The required members of a correlation: at least one for each type that matches its predicate.
  public let samplePredicates: [HKSampleType: NSPredicate]?

  private let selection: SampleSelection
  private let members: [SampleSelection]
  private let handler: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

  /// A query for correlations of one type. They include all their members, not only those that match. Traps if a
  /// predicate is invalid for its type.
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
      // A client that has not requested a type may not filter by it either.
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
