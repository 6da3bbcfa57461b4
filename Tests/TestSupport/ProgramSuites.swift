import Dispatch
import Foundation
import Synchronization
package import Testing

extension Trait where Self == ProgramSuites {
  /// For suites that start programs, open terminals, or wait for either, beside `.serialized`: at most five of them run
  /// at a time.
  ///
  /// Tests share a pool of one thread per core, and one that computes keeps its thread for seconds. The counterpart
  /// of a program cannot wait that long: a terminal that replies after ten seconds is a different test case. So these
  /// suites have their own threads, and run no more programs than the machine can handle.
  package static var programs: Self { Self() }
}

/// The trait `programs`.
package struct ProgramSuites: SuiteTrait, TestScoping {
  private static let permits = Permits(5)
  fileprivate static let threads = Threads()

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.permits.take()
    defer { Self.permits.give() }
    try await withTaskExecutorPreference(Self.threads) {
      try await function()
    }
  }
}

/// A task on the threads of the suites with the trait `programs`: a `Task { }` of a test would run on the shared pool,
/// where it waits behind computing tests, because it does not inherit the test's executor.
package func programTask<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) -> Task<Value, any Error> {
  Task(executorPreference: ProgramSuites.threads) { try await body() }
}

/// A counting semaphore that suspends instead of blocking.
private final class Permits: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) {
    state = Mutex(State(free: count))
  }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Threads that are blocked neither by computing tests nor by anything in Dispatch's pool.
private final class Threads: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  /// More than can be busy at once: a suite runs a test and the counterpart of its program.
  private static let count = 24

  init() {
    for _ in 0..<Self.count {
      Thread { [self] in
        while true {
          semaphore.wait()
          let job = jobs.withLock { $0.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    semaphore.signal()
  }
}
