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

  /// As `work(_:)`, for writes: what has been committed is never reported as cancelled.
  func write<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      work(body) { continuation.resume(with: $0) }
    }
  }
}
