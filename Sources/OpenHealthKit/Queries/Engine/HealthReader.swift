import Foundation
import HealthDatabase
import HealthModel

/// What every query reads through: the store as this client may see it, in the classes of the library.
struct HealthReader: Sendable {
  let door: StoreDoor
  let client: Source
  private(set) var access: any AccessPolicy
  let now: @Sendable () -> Date

  /// Reads the store. One that is not there yet holds nothing.
  func read<Value>(orWithoutStore empty: Value, _ body: (Store) throws -> Value) throws -> Value {
    let store: Store
    do {
      store = try door.reading()
    } catch let error as StoreError where error.code == .missing {
      return empty
    }
    return try body(store)
  }

  // MARK: - What may be read

  /// The request for what a selection's filter selects of what this client may read.
  func request(_ selection: SampleSelection) throws -> SampleRequest {
    let type = selection.type.identifier
    if let correlation = CorrelationTypeCatalog.entry(for: type) {
      try requireAnyDecided(correlation.members)
      // Their members decide, and are looked at one by one.
      return SampleRequest(type: type, filter: selection.filter)
    }
    guard case .ownSamples = try access.reading(of: type) else {
      return SampleRequest(type: type, filter: selection.filter)
    }
    return SampleRequest(type: type, filter: .and([selection.filter, .provenance(.sources([client]))]))
  }

  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked of any of the types.
  private func requireAnyDecided(_ types: [String]) throws {
    var failure: (any Error)?
    for type in types {
      do {
        _ = try access.reading(of: type)
        return
      } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The same reader by what the person lets the client read now.
  func renewed() -> HealthReader {
    var reader = self
    reader.access = access.renewed()
    return reader
  }

  /// The request for exactly the samples of a selection. A block predicate is asked about each of them first.
  func exactRequest(_ selection: SampleSelection) throws -> SampleRequest {
    guard selection.needsAdmission else { return try request(selection) }
    let admitted = try samples([selection])
    return SampleRequest(type: selection.type.identifier, filter: .uuid(Set(admitted.map(\.uuid))))
  }

  // MARK: - Samples

  /// The samples that any of the selections is about, each once.
  ///
  /// - Parameters:
  ///   - members: for correlations, what they must have a member of.
  ///   - withDocuments: whether the bytes of documents are wanted.
  func samples(
    _ selections: [SampleSelection], sort: [SampleSort] = [], limit: Int? = nil, members: [SampleSelection] = [],
    withDocuments: Bool = false
  ) throws -> [HKSample] {
    let gate = SampleGate(selections, members: members, reader: self)
    let requests = try selections.map(request)
    let memberRequests = try members.map(request)
    return try read(orWithoutStore: []) { store in
      if gate.isOpen, members.isEmpty {
        var builder = SampleBuilder(withDocuments: withDocuments)
        var samples: [HKSample] = []
        try store.forEachPiece(of: requests, sort: sort, limit: limit) { builder.add($0, to: &samples) }
        return samples
      }
      let stored = try store.samples(
        requests, sort: sort, limit: gate.isOpen ? limit : nil, members: memberRequests)
      let admitted = try gate.admitted(stored, from: store, withDocuments: withDocuments)
      guard !gate.isOpen, let limit, limit > 0 else { return admitted }
      return Array(admitted.prefix(limit))
    }
  }

  /// Who wrote the samples of a selection.
  func sources(_ selection: SampleSelection) throws -> Set<HKSource> {
    let request = try exactRequest(selection)
    return try read(orWithoutStore: []) { store in Set(try store.sources(request).map { HKSource($0) }) }
  }

  // MARK: - Changes

  /// A page of what was written since an anchor. Its end is reached when there is nothing in it.
  ///
  /// - Parameter limit: the most samples and deletions together; nil is no limit.
  func changes(_ selections: [SampleSelection], after anchor: StoreAnchor, limit: Int?) throws -> ChangePage {
    let gate = SampleGate(selections, reader: self)
    let requests = try selections.map(request)
    return try read(orWithoutStore: ChangePage(anchor: anchor)) { store in
      var page = ChangePage(anchor: anchor)
      while true {
        let left = limit.map { $0 - page.count }
        let changes = try store.changes(requests, after: page.anchor, limit: left)
        page.anchor = changes.anchor
        page.added += try gate.admitted(changes.added, from: store, withDocuments: false)
        page.deleted += changes.deleted.map { HKDeletedObject(uuid: $0.uuid, metadata: $0.metadata) }
        let read = changes.added.samples.count + changes.deleted.count
        // A block predicate may turn away a whole page, after which there can be more.
        guard let left, read >= left, page.count < limit ?? 0 else { return page }
      }
    }
  }
}

/// What was written since an anchor.
struct ChangePage: Sendable {
  var added: [HKSample] = []
  var deleted: [HKDeletedObject] = []
  var anchor: StoreAnchor

  var count: Int { added.count + deleted.count }
}

extension HKHealthStore {
  /// What queries of this store read through.
  var reader: HealthReader {
    HealthReader(door: door, client: configuration.client.model, access: access, now: configuration.now)
  }
}
