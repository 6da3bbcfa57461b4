import HealthDatabase
package import HealthModel

/// What the owner of a store may do with all samples, whoever wrote them. All throw `StoreError`.
extension HKHealthStore {
  /// How many samples any of the requests wants; the requests must not overlap.
  package func count(_ requests: [SampleRequest]) throws -> Int {
    try door.reading().count(requests)
  }

  /// Deletes the samples that any of the requests wants, in one transaction.
  ///
  /// - Parameter cancellation: stops the work, which then leaves everything as it was.
  /// - Returns: how many there were.
  package func delete(_ requests: [SampleRequest], cancellation: Cancellation? = nil) throws -> Int {
    // Only a store that is there has samples; none is made to find that out.
    _ = try door.reading()
    return try door.writing().delete(requests, cancellation: cancellation)
  }

  /// Reads samples and what the store knows beside them, all of one moment.
  ///
  /// - Parameters:
  ///   - requests: which samples; nil for all, by type.
  ///   - head: is called first.
  ///   - samples: is called with pieces of them by start, the rows among them whose UUIDs are their own, not the store's,
  ///     and what tells of their parts. It must not read the store.
  package func read(
    _ requests: [SampleRequest]?, head: (StoreExcerpt) throws -> Void,
    samples: (StoredSamples, _ ownIdentities: Set<Int64>, any StoredDetails) throws -> Void
  ) throws {
    try door.reading().read(requests, head: head, samples: samples)
  }
}
