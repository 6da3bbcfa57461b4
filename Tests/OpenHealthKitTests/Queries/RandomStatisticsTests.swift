import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Random statistics against a brute-force model")
struct RandomStatisticsTests {
  private static let types: [(HKQuantityType, HKUnit)] = [
    (HKQuantityType(.stepCount), .count()), (HKQuantityType(.bodyMass), .gramUnit(with: .kilo)),
    (HKQuantityType(.heartRate), .count().unitDivided(by: .minute())),
    (HKQuantityType(.environmentalAudioExposure), .decibelAWeightedSoundPressureLevel()),
  ]

  private func isClose(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
  }

  @Test(
    "every statistic of every interval, merged and by source",
    arguments: (0..<24).map { UInt64(100 + $0) })
  func collections(seed: UInt64) async throws {
    var random = RandomSamples(seed: seed)
    let test = try TestHealthStore()
    // Close together in half of the cases, so that short gaps and covered instants are common.
    if seed % 2 == 0 { random.halfMinutes = 300 }
    let (type, unit) = random.one(of: Self.types)
    let style = type.aggregationStyle
    for connection in [test.store, test.second()] {
      try await connection.save((0..<random.int(3...40)).map { _ in random.quantity(type, unit: unit) })
    }
    let all = try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
      .result(for: test.store)
    for round in 0..<10 {
      let label: Comment = "seed \(seed), round \(round), \(type)"
      var parts: [ModelPredicate] = []
      if random.chance(70) {
        let (start, end) = (random.instant(), random.instant())
        parts.append(
          .dates(
            from: min(start, end), to: max(start, end), options: HKQueryOptions(rawValue: UInt(random.int(0...3)))))
      }
      if random.chance(20) { parts.append(.source(test.store.configuration.client.source)) }
      if random.chance(15) {
        parts.append(.identities(Set((0..<random.int(0...20)).map { _ in random.one(of: all).uuid })))
      }
      let predicate = parts.isEmpty ? nil : ModelPredicate.all(parts).predicate
      let chosen = all.filter { sample in parts.allSatisfy { $0.matches(sample, Ties()) } }
      let model = StatisticsModel(samples: chosen, all: all, style: style)
      var options: HKStatisticsOptions =
        style == .cumulative ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
      // Half of them may be computed from stored totals.
      let isPlain = random.chance(50)
      if !isPlain { options.formUnion([.mostRecent, .duration, .separateBySource]) }
      let interval = random.one(of: [
        DateComponents(calendar: TestTime.utc, day: 1), DateComponents(hour: 1), DateComponents(minute: 45),
        DateComponents(minute: 7),
      ])
      let anchor = TestTime.midnight.addingTimeInterval(random.chance(70) ? 0 : 1_234)
      let collection = try await HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: type, predicate: predicate), options: options, anchorDate: anchor,
        intervalComponents: interval
      ).result(for: test.store)
      let line = StatisticsIntervals(anchor: anchor, interval: interval)
      let canonical = HKUnit(type.entry.unit)
      func check(_ statistics: HKStatistics, _ bucket: Range<Date>, whole: Bool) {
        let members = model.members(of: bucket, whole: whole)
        if style == .cumulative {
          let sum = statistics.sumQuantity()?.doubleValue(for: canonical)
          let expected: Double? = members.isEmpty ? nil : model.sum(bucket)
          #expect(isClose(sum, expected), label)
        } else {
          let average = statistics.averageQuantity()?.doubleValue(for: canonical)
          #expect(isClose(average, model.average(members)), label)
          let extremes = model.extremes(members)
          #expect(statistics.minimumQuantity()?.doubleValue(for: canonical) == extremes?.0, label)
          #expect(statistics.maximumQuantity()?.doubleValue(for: canonical) == extremes?.1, label)
        }
        guard !isPlain else { return }
        let latest = members.map { $0.endDate }.max()
        #expect(statistics.mostRecentQuantityDateInterval()?.end == latest, label)
        let duration = statistics.duration()?.doubleValue(for: .second())
        let covered: Double? = members.isEmpty ? nil : model.duration(members, in: bucket)
        #expect(isClose(duration, covered), label)
        let sources = Set(members.map { $0.sourceRevision.source })
        #expect(Set(statistics.sources ?? []) == sources, label)
        for source in statistics.sources ?? [] {
          let own = members.filter { $0.sourceRevision.source == source }
          let seconds = statistics.duration(for: source)?.doubleValue(for: .second())
          #expect(isClose(seconds, model.duration(own, in: bucket)), label)
          if style != .cumulative {
            let average = statistics.averageQuantity(for: source)?.doubleValue(for: canonical)
            #expect(isClose(average, model.average(own)), label)
          }
        }
      }
      let ends: [Date] = chosen.flatMap { [$0.startDate, $0.endDate] }
      guard let first = ends.min(), let last = ends.max() else {
        #expect(collection.statistics().isEmpty, label)
        continue
      }
      var populated = 0
      for number in (line.number(of: first) - 1)...(line.number(of: last) + 1) {
        let bucket = line.interval(number)
        let statistics = try #require(collection.statistics(for: bucket.lowerBound))
        #expect(statistics.startDate == bucket.lowerBound && statistics.endDate == bucket.upperBound, label)
        check(statistics, bucket, whole: false)
        if !model.members(of: bucket).isEmpty { populated += 1 }
      }
      #expect(collection.statistics().count == populated, label)
      let single = try #require(
        try await HKStatisticsQueryDescriptor(
          predicate: .quantitySample(type: type, predicate: predicate), options: options
        ).result(for: test.store))
      let (earliest, latest) = (chosen.map { $0.startDate }.min(), chosen.map { $0.endDate }.max())
      #expect(single.startDate == earliest && single.endDate == latest, label)
      check(single, single.startDate..<single.endDate.addingTimeInterval(1e-6), whole: true)
    }
  }
}
