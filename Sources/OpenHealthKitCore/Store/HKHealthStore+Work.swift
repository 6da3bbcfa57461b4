import Dispatch

/// Runs calls off the caller's thread. No lock is held while a handler runs.
extension HKHealthStore {
  /// Runs a closure in the background and passes its result to a handler there.
  package func work<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value,
    then completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    DispatchQueue.global().async {
      completion(Result { try body() }.mapError(HKError.translating))
    }
  }

  /// Like `work(_:then:)`, for handlers with HealthKit's usual two arguments.
  package func work(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void, _ body: @escaping @Sendable () throws -> Void
  ) {
    work(body) { result in
      switch result {
      case .success: completion(true, nil)
      case .failure(let error): completion(false, error)
      }
    }
  }

  /// Like `work(_:then:)`, for handlers with a result or an error.
  package func work<Value: Sendable>(
    _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void, _ body: @escaping @Sendable () throws -> Value
  ) {
    work(body) { result in
      switch result {
      case .success(let value): completion(value, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Runs a closure in the background and waits for it without blocking a thread.
  ///
  /// - Throws: the error of the closure, or `CancellationError` if the task was cancelled before the result was
  ///   available. Work that has begun is still completed.
  package func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    let value = try await withCheckedThrowingContinuation { continuation in
      work(body) { continuation.resume(with: $0) }
    }
    try Task.checkCancellation()
    return value
  }

  /// Waits for a call with HealthKit's usual two arguments.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before; work that has begun is completed.
  func handled(_ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) async throws {
    try Task.checkCancellation()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      call { isDone, error in
        continuation.resume(with: isDone ? .success(()) : .failure(error ?? HKError(.unknownError)))
      }
    }
  }

  /// Waits for a call whose handler takes a result and an error.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before; work that has begun is completed.
  func handled<Value: Sendable>(
    _ call: (@escaping @Sendable (Value, (any Error)?) -> Void) -> Void
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      call { value, error in continuation.resume(with: error.map { .failure($0) } ?? .success(value)) }
    }
  }

  /// Like `work(_:)`, for writes: committed work is never reported as cancelled.
  package func write<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      work(body) { continuation.resume(with: $0) }
    }
  }
}
