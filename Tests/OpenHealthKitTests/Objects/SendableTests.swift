import Foundation
import OpenHealthKit
import Testing

@Suite("Objects can be used on several threads")
struct SendableTests {
  private func send<Value: Sendable>(_ value: Value) async -> Value {
    await Task.detached { value }.value
  }

  @Test("a handler's results may be passed to another thread")
  func values() async {
    let sample = SampleTests.steps()
    #expect(await send(sample) == sample)
    #expect(await send(sample.quantity) == sample.quantity)
    #expect(await send(sample.quantityType) == sample.quantityType)
    #expect(await send(sample.sourceRevision) == sample.sourceRevision)
    #expect(await send(HKUnit.count()) == .count())
    let summary = HKActivitySummary()
    #expect(await send(summary) === summary)
    #expect(await send(HKError(.errorNoData)) == HKError(.errorNoData))
  }

  @Test("a summary may be changed by many threads concurrently")
  func concurrentChanges() async {
    let summary = HKActivitySummary()
    await withTaskGroup(of: Void.self) { group in
      for value in 0..<50 {
        group.addTask {
          summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: Double(value))
          _ = summary.activeEnergyBurned
        }
      }
    }
    #expect((0..<50).contains(summary.activeEnergyBurned.doubleValue(for: .kilocalorie())))
  }
}
