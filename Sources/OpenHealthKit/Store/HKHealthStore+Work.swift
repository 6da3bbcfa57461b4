import Dispatch

/// How calls get off the caller's thread. Nothing of it holds a lock while a handler runs.
extension HKHealthStore {
  /// Does something in the background and tells a handler there how it went.
  func work<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value,
    then completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    DispatchQueue.global().async {
      completion(Result { try body() }.mapError(HKError.translating))
    }
  }

  /// As `work(_:then:)`, for handlers that take HealthKit's usual two arguments.
  func work(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void, _ body: @escaping @Sendable () throws -> Void
  ) {
    work(body) { result in
      switch result {
      case .success: completion(true, nil)
      case .failure(let error): completion(false, error)
      }
    }
  }

  /// Does something in the background and waits for it without holding a thread.
  ///
  /// - Throws: what the body throws, or `CancellationError` if the task was cancelled before the answer was there. What
  ///   has begun then runs to its end all the same.
  func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    let value = try await withCheckedThrowingContinuation { continuation in
      work(body) { continuation.resume(with: $0) }
    }
    try Task.checkCancellation()
    return value
  }

  /// Waits for a call that takes HealthKit's usual two arguments.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before; what has begun runs to its end.
  func handled(_ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) async throws {
    try Task.checkCancellation()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      call { isDone, error in
        continuation.resume(with: isDone ? .success(()) : .failure(error ?? HKError(.unknownError)))
      }
    }
  }

  /// Waits for a call whose handler takes an answer and an error.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before; what has begun runs to its end.
  func handled<Value: Sendable>(
    _ call: (@escaping @Sendable (Value, (any Error)?) -> Void) -> Void
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      call { value, error in continuation.resume(with: error.map { .failure($0) } ?? .success(value)) }
    }
  }

  /// As `work(_:)`, for writes: what has been committed is never reported as cancelled.
  func write<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      work(body) { continuation.resume(with: $0) }
    }
  }
}
