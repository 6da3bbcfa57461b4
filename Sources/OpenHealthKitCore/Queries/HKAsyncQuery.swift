/// A descriptor of a query with a single result.
public protocol HKAsyncQuery {
  /// The type of the result.
  associatedtype Output

  /// Runs the query and waits for its result, without blocking a thread.
  ///
  /// - Throws: ``HKError``, or `CancellationError` if the task is cancelled.
  func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A descriptor of a query with new results whenever the store changes.
public protocol HKAsyncSequenceQuery {
  /// The type of the sequence of results.
  associatedtype Sequence: AsyncSequence

  /// The results from now on. The query starts when the first one is requested, once for each iterator, and ends when
  /// the task is cancelled or the iterator is released.
  func results(for healthStore: HKHealthStore) -> Sequence
}
