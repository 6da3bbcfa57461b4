import HealthDatabase
package import HealthModel

/// Maintenance of the file, which HealthKit does not have. All of these throw `StoreError`.
extension HKHealthStore {
  /// Checks the store.
  ///
  /// - Parameters:
  ///   - repairs: whether to recompute what can be recomputed; otherwise nothing is written.
  ///   - control: cancels the work; a repair in progress is then rolled back as a whole.
  /// - Complexity: O(n log n) in the samples.
  package func examine(repairs: Bool, control: WorkControl = WorkControl()) throws -> StoreReport {
    try StoreCheck.run(path: configuration.path, repairs: repairs, control: control)
  }

  /// The file to which a path leads, without links; nil if it is one of the store's, which must not be replaced.
  package func pathForWriting(to path: String) -> String? {
    StoreBackup.pathForWriting(to: path, besideStore: configuration.path)
  }

  /// Copies the store into one file, while others continue to write.
  ///
  /// - Parameter control: cancels the copy, which then throws `CancellationError`.
  package func backUp(to path: String, control: WorkControl = WorkControl()) throws {
    try StoreBackup.write(path: configuration.path, to: path, control: control)
  }

  /// Replaces the store by a backup.
  ///
  /// - Returns: the path of the previous store; nil if there was none.
  package func restore(from path: String, control: WorkControl = WorkControl()) throws -> String? {
    try StoreBackup.restore(path: configuration.path, from: path, control: control)
  }

  /// Makes a copy of the store for immediate transfer.
  ///
  /// - Parameter folder: the folder of the copy, which the caller removes.
  /// - Returns: the path of the copy.
  package func snapshot(in folder: String) throws -> String {
    try StoreBackup.snapshot(path: configuration.path, in: folder)
  }

  /// Replaces this store, to which nobody writes, by a copy of another machine's store.
  ///
  /// - Parameter copy: a file in the same directory; it is moved. An invalid store is left where it is.
  package func adopt(_ copy: String) throws {
    try StoreBackup.adopt(copy, as: configuration.path)
    connection.close()
  }
}

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
