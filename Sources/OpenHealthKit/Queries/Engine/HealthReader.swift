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

  /// The request for exactly the samples of a selection. A block predicate is asked about each of them first, and a
  /// correlation must have a member that may be read.
  func exactRequest(_ selection: SampleSelection) throws -> SampleRequest {
    let members = CorrelationTypeCatalog.entry(for: selection.type.identifier)?.members ?? []
    let isExact = try !selection.needsAdmission && members.allSatisfy { try seesOthers(of: $0) }
    guard !isExact else { return try request(selection) }
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
        return try gate.visible(samples)
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
}

extension HKHealthStore {
  /// What queries of this store read through.
  var reader: HealthReader {
    HealthReader(door: door, client: configuration.client.model, access: access, now: configuration.now)
  }
}
