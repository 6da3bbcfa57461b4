import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Stopping a query")
struct StopTests {
  @Test("a call that was being made has begun when stop returns, and none begins after it")
  func onItsWay() async {
    let (isOnItsWay, hasBegun) = (DispatchSemaphore(value: 0), Lock(false))
    let execution = QueryExecution()
    execution.begin()
    execution.queue.async {
      execution.deliver {
        // Prolongs the time between the decision to call and the handler's first line.
        isOnItsWay.signal()
        Thread.sleep(forTimeInterval: 0.2)
        hasBegun.withLock { $0 = true }
      }
    }
    // Passed to the test's own task: expectations that fail elsewhere belong to no test.
    let hadBegun = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      DispatchQueue.global().async {
        isOnItsWay.wait()
        execution.stop()
        continuation.resume(returning: hasBegun.withLock { $0 })
      }
    }
    #expect(hadBegun)
    let isCalled = Lock(false)
    execution.queue.sync { execution.deliver { isCalled.withLock { $0 = true } } }
    #expect(!isCalled.withLock { $0 })
  }

  @Test("a handler may stop its own query, and is not called again")
  func byItself() async throws {
    let test = try TestHealthStore()
    let calls = Calls<Int>()
    let count = Lock(0)
    let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { query, completion, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 { test.store.stop(query) }
      completion()
      calls.add(number)
    }
    test.store.execute(query)
    #expect(try await calls.next() == 1)
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    #expect(try await calls.next() == 2)
    for hour in 2..<6 { try await test.store.save(TestSample.steps(1, from: TestTime.at(Double(hour)))) }
    query.execution.queue.sync {}
    #expect(calls.count == 2)
  }

  @Test("a handler and a caller of stop that wait for each other do not deadlock")
  func waitingForEachOther() async throws {
    let (begun, stopped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let execution = QueryExecution()
    execution.begin()
    let isDone = Calls<DispatchTimeoutResult>()
    execution.queue.async {
      execution.deliver {
        begun.signal()
        isDone.add(stopped.wait(timeout: .now() + 60))
      }
    }
    DispatchQueue.global().async {
      begun.wait()
      execution.stop()
      stopped.signal()
    }
    #expect(try await isDone.next() == .success)
  }

  @Test("with commits at random times, no handler begins after stop has returned")
  func random() async throws {
    let test = try TestHealthStore()
    let steps = HKQuantityType(.stepCount)
    let late = Lock(0)
    for round in 0..<60 {
      let isStopped = Lock(false)
      let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
        _, _, _, _, _ in if isStopped.withLock({ $0 }) { late.withLock { $0 += 1 } }
      }
      query.updateHandler = { _, _, _, _, _ in if isStopped.withLock({ $0 }) { late.withLock { $0 += 1 } } }
      test.store.execute(query)
      if round % 2 == 0 { try await test.store.save(TestSample.steps(1, from: TestTime.at(Double(round) / 10))) }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
          test.store.stop(query)
          isStopped.withLock { $0 = true }
          continuation.resume()
        }
      }
    }
    #expect(late.withLock { $0 } == 0)
  }
}
