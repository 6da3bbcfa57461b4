import Foundation
import HealthKit
import Testing

/// A program that imports HealthKit and nothing else of this package.
@Suite("The module HealthKit")
struct HealthKitTests {
  @Test("exports every name that client code uses, and runs its queries")
  func query() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "healthkit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = HKHealthStore(
      configuration: .init(path: directory.appending(path: "health.sqlite").path, authorization: .allowAll))
    let steps = HKQuantityType(.stepCount)
    let end = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let samples = [120.0, 80].map { count in
      HKQuantitySample(
        type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count), start: end.addingTimeInterval(-60),
        end: end)
    }
    try await store.save(samples)
    let predicate = HKQuery.predicateForSamples(withStart: end.addingTimeInterval(-3_600), end: end)
    let total = HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps, predicate: predicate), options: .cumulativeSum)
    let sum = try await total.result(for: store)?.sumQuantity()
    #expect(sum?.doubleValue(for: .count()) == 200)
  }
}
