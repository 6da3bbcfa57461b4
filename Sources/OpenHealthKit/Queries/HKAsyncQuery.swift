/// A description of a query that is answered once.
public protocol HKAsyncQuery {
  /// What the query answers with.
  associatedtype Output

  /// Runs the query and waits for its answer, without holding a thread.
  ///
  /// - Throws: ``HKError``, or `CancellationError` if the task is cancelled.
  func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A description of a query that goes on answering as the store changes.
public protocol HKAsyncSequenceQuery {
  /// The answers.
  associatedtype Sequence: AsyncSequence

  /// The answers from now on. The query starts when the first one is asked for, once for each iterator, and ends when
  /// the task is cancelled or the iterator is let go.
  func results(for healthStore: HKHealthStore) -> Sequence
}
