/// A description of a query for what was written since an anchor, once or as it goes on.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  /// Samples that any of these describes are found.
  public var predicates: [HKSamplePredicate<Sample>]
  /// Where to begin; nil for the beginning.
  public var anchor: HKQueryAnchor?
  /// The most samples and deletions together in the first answer; nil for all. Later ones are whole.
  public var limit: Int?

  /// A description of a query.
  public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
    self.predicates = predicates
    self.anchor = anchor
    self.limit = limit
  }

  /// What was written since an anchor.
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

  /// What is written, first since the anchor and then since the element before.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = Result
    let feed: AnchoredFeed
    let store: HKHealthStore

    /// Gives the elements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let pull: LivePull<AnchoredFeed>

      /// The next element, nil once the task is cancelled.
      public mutating func next() async throws -> Result? {
        try await pull.next().map { Result($0) }
      }
    }

    /// Starts the query at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(pull: LivePull(feed, store: store))
    }
  }

  public typealias Sequence = Results

  /// What was written since the anchor.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let feed = feed
    let reader = healthStore.reader
    return try await healthStore.work {
      var feed = feed
      return Result(try feed.first(reader))
    }
  }

  /// What was written since the anchor, then whatever is written.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed: feed, store: healthStore)
  }

  private var feed: AnchoredFeed {
    HKPrecondition.check(!predicates.isEmpty, "A query needs at least one predicate")
    return AnchoredFeed(predicates.map(\.selection), anchor: anchor, limit: limit)
  }
}
