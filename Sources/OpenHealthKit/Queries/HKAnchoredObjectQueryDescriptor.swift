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
      newAnchor = HKQueryAnchor(page.anchor)
    }
  }

  /// The changes: first since the anchor, then since the previous element.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = Result
    let feed: AnchoredFeed
    let store: HKHealthStore

    /// Returns the elements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let iterator: LiveIterator<AnchoredFeed>

      /// The next element, nil once the task is cancelled.
      public mutating func next() async throws -> Result? {
        try await iterator.next().map { Result($0) }
      }
    }

    /// Starts the query at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(iterator: LiveIterator(feed, store: store))
    }
  }

  public typealias Sequence = Results

  /// The changes since the anchor.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let feed = feed
    let reader = healthStore.reader
    return try await healthStore.work {
      var feed = feed
      return Result(try feed.first(reader))
    }
  }

  /// The changes since the anchor, followed by later changes.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed: feed, store: healthStore)
  }

  private var feed: AnchoredFeed {
    HKPrecondition.check(!predicates.isEmpty, "A query needs at least one predicate")
    return AnchoredFeed(predicates.map(\.selection), anchor: anchor, limit: limit)
  }
}
