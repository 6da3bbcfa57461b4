import HealthDatabase
package import HealthModel

/// The owner's operations on all samples, whoever wrote them. All throw `StoreError`.
extension HKHealthStore {
  /// How many samples match any of the requests, which must not overlap.
  package func count(_ requests: [SampleRequest]) throws -> Int {
    try connection.reading().count(requests)
  }

  /// Deletes the samples that match any of the requests, in one transaction.
  ///
  /// - Parameter cancellation: cancels the work, which then leaves the store unchanged.
  /// - Returns: how many were deleted.
  package func delete(_ requests: [SampleRequest], cancellation: Cancellation? = nil) throws -> Int {
    // Only an existing store has samples, so none is created.
    _ = try connection.reading()
    return try connection.writing().delete(requests, cancellation: cancellation)
  }

  /// Reads samples and the other contents of the store, all from one state.
  ///
  /// - Parameters:
  ///   - requests: which samples; nil for all, by type.
  ///   - head: called first.
  ///   - samples: called with chunks sorted by start, the rows among them that have their own UUIDs, and a reader for
  ///     their details. It must not read the store.
  package func read(
    _ requests: [SampleRequest]?, head: (StoreExcerpt) throws -> Void,
    samples: (StoredSamples, _ ownIdentities: Set<Int64>, any StoredDetails) throws -> Void
  ) throws {
    try connection.reading().read(requests, head: head, samples: samples)
  }
}
