import Dispatch
import OpenHealthKit
import Synchronization

extension HKHealthStore {
  /// Executes a query and waits for its first result, for commands that work sequentially.
  ///
  /// - Parameter make: creates the query; its handler passes on the result.
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
    guard let value = result.withLock(\.self) else { throw Failure(.failed, "A query returned no result.") }
    return try value.get()
  }
}
