import Foundation
import OpenHealthKit
import Testing

@Suite("Building series")
struct SeriesBuilderTests {
  private let rate = HKQuantityType(.heartRate)
  private let unit = HKUnit(from: "count/min")

  private func beats(_ rate: Double) -> HKQuantity { HKQuantity(unit: unit, doubleValue: rate) }

  @Test("the measurements are saved together, and found by sample, statistics and series queries alike")
  func finished() async throws {
    let test = try TestHealthStore()
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: test.store, quantityType: rate, startDate: TestTime.at(1), device: .local())
    for minute in 0..<10 { try builder.insert(beats(60 + Double(minute)), at: TestTime.at(1 + Double(minute) / 60)) }
    try builder.insert(beats(100), for: DateInterval(start: TestTime.at(2), duration: 10))
    let everything = HKSamplePredicate.quantitySample(type: rate)
    let before = HKSampleQueryDescriptor(predicates: [everything], sortDescriptors: [SortDescriptor(\.startDate)])
    #expect(try await before.result(for: test.store).isEmpty)
    let samples = try await builder.finishSeries(
      metadata: [HKMetadataKeyHeartRateMotionContext: 1], endDate: TestTime.at(3))
    #expect(samples.count == 11)
    let found = try await before.result(for: test.store)
    #expect(found == samples)
    #expect(found.allSatisfy { $0.metadata?[HKMetadataKeyHeartRateMotionContext] as? Int == 1 && $0.device != nil })
    let statistics = try await HKStatisticsQueryDescriptor(predicate: everything, options: .discreteMax)
      .result(for: test.store)
    #expect(statistics?.maximumQuantity() == beats(100))
    var count = 0
    for try await _ in HKQuantitySeriesSampleQueryDescriptor(predicate: everything).results(for: test.store) {
      count += 1
    }
    #expect(count == 11)
  }

  @Test("measurements that do not belong to the series are refused, and so is a second end")
  func refused() async throws {
    let test = try TestHealthStore()
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: test.store, quantityType: rate, startDate: TestTime.at(1), device: nil)
    await #expect(throws: HKError.self) { try await builder.finishSeries(metadata: nil) }
    #expect(throws: HKError.self) { try builder.insert(beats(60), at: TestTime.at(0.5)) }
    #expect(throws: HKError.self) { try builder.insert(HKQuantity(unit: .gram(), doubleValue: 1), at: TestTime.at(2)) }
    try builder.insert(beats(60), at: TestTime.at(2))
    await #expect(throws: HKError.self) { try await builder.finishSeries(metadata: nil, endDate: TestTime.at(1.5)) }
    await #expect(throws: HKError.self) {
      try await builder.finishSeries(metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1])
    }
    #expect(try await builder.finishSeries(metadata: nil).count == 1)
    await #expect(throws: HKError.self) { try await builder.finishSeries(metadata: nil) }
    #expect(throws: HKError.self) { try builder.insert(beats(60), at: TestTime.at(2)) }
  }

  @Test("a discarded series is not saved")
  func discarded() async throws {
    let test = try TestHealthStore()
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: test.store, quantityType: rate, startDate: TestTime.at(1), device: nil)
    try builder.insert(beats(60), at: TestTime.at(2))
    builder.discard()
    await #expect(throws: HKError.self) { try await builder.finishSeries(metadata: nil) }
  }
}
