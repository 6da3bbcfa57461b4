import Foundation
package import HealthDatabase
package import HealthModel
package import HealthQueries

/// Reads the store for all queries: as this client may see it, with the classes of the library.
package struct ClientReader: Sendable {
  let connection: StoreConnection
  package private(set) var access: any AccessPolicy
  let now: @Sendable () -> Date

  /// Reads the store. One that does not exist yet is empty.
  package func read<Value>(orWithoutStore empty: Value, _ body: (Store) throws -> Value) throws -> Value {
    try connection.readingIfPresent().map(body) ?? empty
  }

  /// Reads the store as the client may see it.
  package func view<Value>(orWithoutStore empty: Value, _ body: (AuthorizedView) throws -> Value) throws -> Value {
    let scope = try access.scope()
    return try read(orWithoutStore: empty) { try body($0.view(scope)) }
  }

  // MARK: - What may be read

  /// The request for the samples that a selection's filter matches.
  ///
  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` if the user has not been asked about the type, or for
  ///   a correlation type about none of the types of its members.
  func request(_ selection: SampleSelection) throws -> SampleRequest {
    try selection.validate()
    let type = selection.type.identifier
    if let correlation = CorrelationTypeCatalog.entry(for: type) {
      try requireAnyDecided(correlation.members)
    } else {
      try access.requireDecided(type)
    }
    return SampleRequest(type: type, filter: selection.filter)
  }

  private func requireAnyDecided(_ types: [String]) throws {
    var failure: (any Error)?
    for type in types {
      do {
        return try access.requireDecided(type)
      } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The same reader with the current authorization of the client.
  func renewed() -> ClientReader {
    var reader = self
    reader.access = access.renewed()
    return reader
  }

  /// The request for exactly the samples of a selection: those that a block predicate matches are listed by identity.
  func exactRequest(_ selection: SampleSelection) throws -> SampleRequest {
    guard selection.needsAdmission else { return try request(selection) }
    let matching = try samples([selection])
    return SampleRequest(type: selection.type.identifier, filter: .uuid(Set(matching.map(\.uuid))))
  }

  // MARK: - Samples

  /// The samples of any of the selections, each once.
  ///
  /// - Parameter withDocuments: whether the data of documents is included.
  package func samples(
    _ selections: [SampleSelection], sort: [SampleSort] = [], limit: Int? = nil, withDocuments: Bool = false
  ) throws -> [HKSample] {
    let evaluator = PredicateEvaluator(selections)
    let requests = try selections.map(request)
    return try view(orWithoutStore: []) { view in
      if evaluator.isOpen, !withDocuments {
        var builder = SampleBuilder(scope: view.scope)
        var samples: [HKSample] = []
        try view.forEachPiece(of: requests, sort: sort, limit: limit) { builder.add($0, to: &samples) }
        return samples
      }
      var stored = try view.samples(requests, sort: sort, limit: evaluator.isOpen ? limit : nil)
      if withDocuments {
        for sample in stored.samples {
          var bytes: [UInt8] = []
          try view.forEachPiece(ofDataOf: sample.uuid) { bytes.append(contentsOf: $0) }
          if !bytes.isEmpty { stored.data[sample.row] = bytes }
        }
      }
      let matching = try evaluator.matching(stored, from: view, withDocuments: withDocuments)
      guard let limit, limit > 0 else { return matching }
      return Array(matching.prefix(limit))
    }
  }

  /// The sources of the samples of a selection.
  func sources(_ selection: SampleSelection) throws -> Set<HKSource> {
    let request = try exactRequest(selection)
    return try view(orWithoutStore: []) { view in Set(try view.sources(request).map { HKSource($0) }) }
  }
}

extension HKHealthStore {
  /// The reader for queries of this store.
  package var reader: ClientReader {
    ClientReader(connection: connection, access: access, now: configuration.now)
  }
}

extension ClientReader {
  /// The individual measurements of quantity samples: every sample is a series of one.
  func measurements(_ selection: SampleSelection, byStart: Bool) throws -> [HKQuantitySample] {
    let sort = byStart ? [SampleSort(.start, isAscending: true)] : []
    return try samples([selection], sort: sort).compactMap { $0 as? HKQuantitySample }
  }

  /// Reads the data of a sample chunk by chunk.
  ///
  /// - Parameter body: returns whether a chunk was valid.
  package func forEachPiece(of sample: HKSample, _ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
    try access.requireDecided(sample.sampleType.identifier)
    try view(orWithoutStore: ()) { view in
      try view.forEachPiece(ofDataOf: sample.uuid) { piece in
        guard try body(piece) else { throw HKError(.unknownError, reason: "A series in the store is damaged.") }
      }
    }
  }
}
