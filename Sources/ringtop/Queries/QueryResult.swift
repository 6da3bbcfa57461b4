import Dispatch
import OpenHealthKit
import Synchronization

extension HKHealthStore {
  /// Executes a query and waits for the first result that it hands on, for commands that do one thing after another.
  ///
  /// - Parameter make: makes the query; its handler calls what it is given.
  func waitForResult<Value: Sendable>(
    _ make: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> HKQuery
  ) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let query = make { value in
      let isFirst = result.withLock { known in
        defer { known = known ?? value }
        return known == nil
      }
      if isFirst { isDone.signal() }
    }
    execute(query)
    isDone.wait()
    stop(query)
    // Signalled only with a result.
    guard let value = result.withLock(\.self) else { throw Failure(.failed, "A query gave no result.") }
    return try value.get()
  }
}
