import Foundation
import HealthModel
import Testing

@testable import HealthQueries
@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Samples of a workout")
struct WorkoutSamplesTests {
  private typealias Case = (type: HKQuantityTypeIdentifier, unit: HKUnit)

  private static let cases: [Case] = [
    (.activeEnergyBurned, .kilocalorie()), (.heartRate, .count().unitDivided(by: .minute())),
    (.runningSpeed, .meter().unitDivided(by: .second())),
  ]

  /// In an order that is nearly that of their dates, with some that come late, overlap and are deleted again, from a
  /// phone, a watch and the program itself.
  @Test("their statistics are at any time those of a query over the same samples", arguments: 0..<6)
  func randomized(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let test = try TestHealthStore()
    let kind = Self.cases[Int(seed) % Self.cases.count]
    let type = HKQuantityType(kind.type)
    let devices = ["Watch7,1", "iPhone17,1"].map {
      HKDevice(
        name: nil, manufacturer: nil, model: nil, hardwareVersion: $0, firmwareVersion: nil, softwareVersion: nil,
        localIdentifier: nil, udiDeviceIdentifier: nil)
    }
    var samples = WorkoutSamples()
    var present: [HKSample] = []
    for step in 0..<400 {
      if step % 9 == 8, let deleted = present.randomElement(using: &random) {
        try await test.store.delete(deleted)
        let isRemoved = samples.remove(deleted.uuid)
        #expect(isRemoved)
        present.removeAll { $0.uuid == deleted.uuid }
      } else {
        let lateness =
          Int.random(in: 0..<20, using: &random) == 0 ? 3_000.0 : Double(Int.random(in: 0..<60, using: &random))
        let start = TestTime.at(6).addingTimeInterval(Double(step) * 30 - lateness)
        let sample = HKQuantitySample(
          type: type,
          quantity: HKQuantity(unit: kind.unit, doubleValue: Double(Int.random(in: 0..<100, using: &random)) / 7 + 1),
          start: start, end: start.addingTimeInterval(Double(Int.random(in: 0..<90, using: &random))),
          device: devices.randomElement(using: &random), metadata: nil)
        try await test.store.save(sample)
        let additions = (0..<2).map { _ in samples.add(sample, isCollected: true, in: test.store) }
        #expect(additions == [true, false])
        present.append(sample)
      }
      guard step % 40 == 39 else { continue }
      let values: HKStatisticsOptions =
        type.aggregationStyle == .cumulative ? [.cumulativeSum] : [.discreteAverage, .discreteMin, .discreteMax]
      let plan = StatisticsPlan(
        type: type, predicate: nil, options: values.union([.mostRecent, .duration, .separateBySource]))
      let expected = try #require(try plan.single(test.store.reader))
      let result = samples.statistics(of: type, from: nil, to: nil)
      let found = try #require(result)
      let (left, right) = (Self.values(found, kind.unit), Self.values(expected, kind.unit))
      for (left, right) in zip(left, right) {
        // Only the order of additions differs.
        #expect(
          left == right || abs((left ?? .nan) - (right ?? .nan)) < 1e-9 * abs(right ?? 1), "step \(step): \(found)")
      }
      #expect(found.startDate == expected.startDate && found.endDate == expected.endDate)
      #expect(found.sources == expected.sources)
    }
  }

  @Test("a workout of twelve hours with a sample each second combines no more of them per minute than one of an hour")
  func longWorkout() throws {
    var running = RunningStatistics(.discreteTemporallyWeighted) { SourceOrder() }
    let provenance = Provenance(source: Source(name: "Watch"))
    for hour in 0..<12 {
      // For each minute, a result combines what it has not combined before with the sum of the others.
      var combined = 0
      for second in 0..<3_600 {
        let start = TestTime.at(Double(hour)).addingTimeInterval(Double(second))
        let sample = RunningStatistics.Sample(
          start: start, end: start.addingTimeInterval(1), value: 2, provenance: provenance, metadata: Metadata())
        let isNew = running.add(sample, uuid: UUID())
        #expect(isNew)
        guard second % 60 == 59 else { continue }
        let result = try running.result()
        combined += running.recent.count
        #expect(result.merged.first??.duration == Double(hour * 3_600 + second + 1))
      }
      #expect(!running.isStale && combined <= 60 * 1_201, "hour \(hour): \(combined)")
    }
  }

  private static func values(_ statistics: HKStatistics, _ unit: HKUnit) -> [Double?] {
    [
      statistics.sumQuantity(), statistics.averageQuantity(), statistics.minimumQuantity(),
      statistics.maximumQuantity(), statistics.mostRecentQuantity(),
    ].map { $0?.doubleValue(for: unit) } + [statistics.duration()?.doubleValue(for: .second())]
  }
}
