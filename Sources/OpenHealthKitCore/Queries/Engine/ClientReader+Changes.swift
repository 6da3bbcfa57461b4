import HealthDatabase
import HealthModel
import HealthQueries

/// The changes since an anchor.
struct ChangePage: Sendable {
  var added: [HKSample] = []
  var deleted: [HKDeletedObject] = []
  var anchor: StoreAnchor
  var startsOver = false

  var count: Int { added.count + deleted.count }
}

extension ClientReader {
  /// How many stored samples an evaluator that rejects some of them checks at once.
  private static let samplesAtOnce = 1_024

  /// A page of the changes since an anchor. An empty page is the end.
  ///
  /// - Parameter limit: the maximum number of samples and deletions together; nil means no limit.
  func changes(_ selections: [SampleSelection], after anchor: StoreAnchor, limit: Int?) throws -> ChangePage {
    let evaluator = PredicateEvaluator(selections)
    let requests = try selections.map(request)
    return try view(orWithoutStore: ChangePage(anchor: anchor)) { view in
      var page = ChangePage(anchor: anchor)
      // A block predicate may reject whole reads, after which there can be more.
      var size = evaluator.isOpen ? limit : min(limit ?? Self.samplesAtOnce, Self.samplesAtOnce)
      while true {
        let left = limit.map { $0 - page.count } ?? .max
        let changes = try view.changes(requests, after: page.anchor, limit: size)
        let added = try evaluator.matching(changes.added, from: view, withDocuments: false)
        if let most = size, added.count + changes.deleted.count > left {
          // An anchor cannot be inside a read, so the read is repeated in smaller steps.
          size = max(left, most / 2)
          continue
        }
        if page.added.isEmpty { page.added = added } else { page.added += added }
        page.deleted += changes.deleted.map { HKDeletedObject(uuid: $0.uuid, metadata: $0.metadata) }
        page.anchor = changes.anchor
        page.startsOver = page.startsOver || changes.startsOver
        let read = changes.added.samples.count + changes.deleted.count
        guard !evaluator.isOpen, let most = size, read >= most, page.count < limit ?? .max else { return page }
        // Most samples may be rejected, and a read costs more than the samples in it.
        size = min(most * 2, Self.samplesAtOnce)
      }
    }
  }

  /// Whether there are changes of a selection since an anchor.
  func hasChanges(_ selection: SampleSelection, after anchor: StoreAnchor) throws -> Bool {
    let evaluator = PredicateEvaluator([selection])
    let request = try request(selection)
    return try view(orWithoutStore: false) { view in
      var anchor = anchor
      while true {
        let changes = try view.changes([request], after: anchor, limit: Self.samplesAtOnce)
        if changes.startsOver || !changes.deleted.isEmpty { return true }
        if try !evaluator.matching(changes.added, from: view, withDocuments: false).isEmpty { return true }
        if changes.added.samples.count < Self.samplesAtOnce { return false }
        anchor = changes.anchor
      }
    }
  }
}
