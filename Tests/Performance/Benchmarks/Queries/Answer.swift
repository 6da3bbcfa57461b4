import Dispatch
import OpenHealthKit
import Synchronization

/// The results passed to a query's handler, for a thread that waits for them.
final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  /// Called by the handler.
  func arrive(_ value: Value?, _ error: (any Error)?) {
    self.value.withLock { held in
      held = value.map { .success($0) } ?? .failure(error ?? BenchmarkError("a query returned nothing"))
    }
    arrival.signal()
  }

  /// Executes the query and waits for its result.
  static func of(_ store: HKHealthStore, _ query: (Answer) -> HKQuery) throws -> Value {
    let answer = Answer()
    store.execute(query(answer))
    return try answer.wait()
  }

  /// The next value; the thread sleeps until it arrives.
  func wait() throws -> Value {
    guard arrival.wait(timeout: .now() + 60) == .success, let value = value.withLock({ $0 }) else {
      throw BenchmarkError("a query did not finish within a minute")
    }
    return try value.get()
  }
}
