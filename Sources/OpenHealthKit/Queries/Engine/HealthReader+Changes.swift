import HealthDatabase
import HealthModel

/// What was written since an anchor.
struct ChangePage: Sendable {
  var added: [HKSample] = []
  var deleted: [HKDeletedObject] = []
  var anchor: StoreAnchor

  var count: Int { added.count + deleted.count }
}

extension HealthReader {
  /// How many stored samples a gate that turns some away looks at together.
  private static let samplesAtOnce = 1_024

  /// A page of what was written since an anchor. Its end is reached when there is nothing in it.
  ///
  /// - Parameter limit: the most samples and deletions together; nil is no limit.
  func changes(_ selections: [SampleSelection], after anchor: StoreAnchor, limit: Int?) throws -> ChangePage {
    let gate = SampleGate(selections)
    let requests = try selections.map(request)
    return try view(orWithoutStore: ChangePage(anchor: anchor)) { view in
      var page = ChangePage(anchor: anchor)
      // A block predicate may turn away whole reads, after which there can be more.
      var size = gate.isOpen ? limit : min(limit ?? Self.samplesAtOnce, Self.samplesAtOnce)
      while true {
        let left = limit.map { $0 - page.count } ?? .max
        let changes = try view.changes(requests, after: page.anchor, limit: size)
        let added = try gate.admitted(changes.added, from: view, withDocuments: false)
        if let most = size, added.count + changes.deleted.count > left {
          // An anchor cannot lie inside a read, so this one is done again in smaller steps.
          size = max(left, most / 2)
          continue
        }
        page.added += added
        page.deleted += changes.deleted.map { HKDeletedObject(uuid: $0.uuid, metadata: $0.metadata) }
        page.anchor = changes.anchor
        let read = changes.added.samples.count + changes.deleted.count
        guard !gate.isOpen, let most = size, read >= most, page.count < limit ?? .max else { return page }
        // Most samples may be turned away, and a read costs more than the samples in it.
        size = min(most * 2, Self.samplesAtOnce)
      }
    }
  }

  /// Whether anything of a selection was written since an anchor.
  func hasChanges(_ selection: SampleSelection, after anchor: StoreAnchor) throws -> Bool {
    let gate = SampleGate([selection])
    let request = try request(selection)
    return try view(orWithoutStore: false) { view in
      var anchor = anchor
      while true {
        let changes = try view.changes([request], after: anchor, limit: Self.samplesAtOnce)
        if !changes.deleted.isEmpty { return true }
        if try !gate.admitted(changes.added, from: view, withDocuments: false).isEmpty { return true }
        if changes.added.samples.count < Self.samplesAtOnce { return false }
        anchor = changes.anchor
      }
    }
  }
}
