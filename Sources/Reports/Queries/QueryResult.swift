import Dispatch
package import OpenHealthKit
import Processes
import Synchronization

extension HKHealthStore {
  /// Executes a query and waits for its first result, for commands that work sequentially.
  ///
  /// - Parameter make: creates the query; its handler passes on the result.
  func waitForResult<Value: Sendable>(
    _ make: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> HKQuery
  ) throws -> Value {
    try wait { handler in
      let query = make(handler)
      execute(query)
      return { self.stop(query) }
    }
  }

  /// Saves an object and waits until it is saved.
  package func saveAndWait(_ object: HKObject) throws {
    try wait { handler in
      save(object) { _, error in handler(error.map { .failure($0) } ?? .success(())) }
      return {}
    }
  }

  /// - Parameter start: starts work that calls the handler, and returns what to do afterwards.
  private func wait<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> () -> Void
  ) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let end = start { value in
      let isFirst = result.withLock { known in
        defer { known = known ?? value }
        return known == nil
      }
      if isFirst { isDone.signal() }
    }
    isDone.wait()
    end()
    // Signalled only with a result.
    guard let value = result.withLock(\.self) else { throw Failure(.failed, "HealthKit returned no result.") }
    return try value.get()
  }
}
