import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

extension DeveloperTests {
  // MARK: - Statistics

  @Test("one total has the dates of its samples, a collection those of its intervals")
  func dates() async throws {
    let test = try TestHealthStore()
    try await test.store.save([
      TestSample.steps(10, from: TestTime.at(2), to: TestTime.at(3)),
      TestSample.steps(20, from: TestTime.at(5), to: TestTime.at(6)),
    ])
    let total = try #require(
      try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
        .result(for: test.store))
    #expect(total.startDate == TestTime.at(2) && total.endDate == TestTime.at(6))
    #expect(total.sumQuantity()?.doubleValue(for: count) == 30 && total.averageQuantity() == nil)
    #expect(total.mostRecentQuantity() == nil && total.duration() == nil && total.sources == nil)
    let hours = try await collection(test, anchor: TestTime.at(0), DateComponents(hour: 4))
    #expect(hours.statistics().map(\.startDate) == [TestTime.at(0), TestTime.at(4)])
    #expect(hours.statistics().map(\.endDate) == [TestTime.at(4), TestTime.at(8)])
    // An instant on a tick is of the interval that starts there, and one without samples has no sum.
    #expect(hours.statistics(for: TestTime.at(4))?.startDate == TestTime.at(4))
    #expect(hours.statistics(for: TestTime.at(9))?.sumQuantity() == nil)
    var seen: [Date] = []
    hours.enumerateStatistics(from: TestTime.at(3), to: TestTime.at(8)) { statistics, stop in
      seen.append(statistics.startDate)
      if seen.count == 3 { stop.pointee = true }
    }
    #expect(seen == [TestTime.at(0), TestTime.at(4), TestTime.at(8)])
    #expect(hours.sources().isEmpty)
  }

  @Test("without options a collection has the intervals with samples, and no values")
  func withoutOptions() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(10, from: TestTime.at(2), to: TestTime.at(3)))
    let hours = try await collection(test, [], anchor: TestTime.at(0), DateComponents(hour: 1))
    #expect(hours.statistics().map(\.startDate) == [TestTime.at(2)])
    #expect(hours.statistics().first?.sumQuantity() == nil)
  }

  @Test("phone and watch count once together, and each in full if they are separated")
  func sources() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(100, from: TestTime.at(1), to: TestTime.at(2)))
    try await test.second().save([
      TestSample.steps(80, from: TestTime.at(1), to: TestTime.at(2)),
      TestSample.steps(40, from: TestTime.at(4), to: TestTime.at(5)),
    ])
    let statistics = try #require(
      try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: steps), options: [.cumulativeSum, .separateBySource]
      ).result(for: test.store))
    let sources = try #require(statistics.sources)
    let sums = Dictionary(
      uniqueKeysWithValues: sources.map { ($0.name, statistics.sumQuantity(for: $0)?.doubleValue(for: count)) })
    #expect(sums == ["Tests": 100, "Other": 120])
    let merged = try #require(statistics.sumQuantity()?.doubleValue(for: count))
    #expect(merged == 140 || merged == 120)
    let days = try await collection(
      test, [.cumulativeSum, .separateBySource], anchor: TestTime.midnight, DateComponents(hour: 3))
    #expect(Set(days.sources().map(\.name)) == ["Tests", "Other"])
    let evening = try #require(days.statistics(for: TestTime.at(4)))
    #expect(evening.sources?.map(\.name) == ["Other"])
    #expect(days.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: count) }.reduce(0, +) == merged)
    #expect(statistics.sumQuantity(for: HKSource.default()) == nil)
  }

  @Test("days of a zone with summer time have 23 and 25 hours, weeks seven days, and months their own length")
  func clocks() async throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    func date(_ month: Int, _ day: Int, _ hour: Int = 0) throws -> Date {
      try #require(calendar.date(from: DateComponents(year: 2026, month: month, day: day, hour: hour)))
    }
    func interval(_ unit: WritableKeyPath<DateComponents, Int?>) -> DateComponents {
      var components = DateComponents(calendar: calendar, timeZone: calendar.timeZone)
      components[keyPath: unit] = 1
      return components
    }
    let test = try TestHealthStore(now: { TestTime.at(0, 30) })
    // One step each hour of March 2026 and of October 2026.
    for month in [3, 10] {
      var hour = try date(month, 1)
      var samples: [HKSample] = []
      while try hour < date(month + 1, 1) {
        samples.append(TestSample.steps(1, from: hour, to: hour + 3_600))
        hour += 3_600
      }
      try await test.store.save(samples)
    }
    let days = try await collection(test, anchor: try date(1, 1), interval(\.day))
    func sum(_ collection: HKStatisticsCollection, _ date: Date) -> Double? {
      collection.statistics(for: date)?.sumQuantity()?.doubleValue(for: count)
    }
    let marchDays = try [(3, 28), (3, 29), (3, 30)].map { try sum(days, date($0, $1, 12)) }
    #expect(marchDays == [24, 23, 24])
    let octoberDays = try [(10, 25), (10, 26)].map { try sum(days, date($0, $1)) }
    #expect(octoberDays == [25, 24])
    let changed = try days.statistics(for: date(3, 29))
    #expect(try changed?.endDate == date(3, 30))
    let months = try await collection(test, anchor: try date(1, 1), interval(\.month))
    let monthly = try [(3, 5), (10, 31)].map { try sum(months, date($0, $1)) }
    #expect(monthly == [743, 745])
    let february = try months.statistics(for: date(2, 3))
    #expect(try february?.endDate == date(3, 1))
    // Monday, March 23: the week with the change has 167 hours, also from an anchor that is later.
    for anchor in [try date(1, 5), try date(12, 7)] {
      let weeks = try await collection(test, anchor: anchor, interval(\.weekOfYear))
      let weekly = try [(3, 29), (10, 19)].map { try sum(weeks, date($0, $1, 12)) }
      #expect(weekly == [167, 169])
      let week = try weeks.statistics(for: date(3, 24))
      #expect(try week?.startDate == date(3, 23))
    }
    let hours = try await collection(test, anchor: try date(3, 1), interval(\.hour))
    #expect(hours.statistics().count == 743 + 745)
    #expect(hours.statistics().allSatisfy { $0.sumQuantity()?.doubleValue(for: count) == 1 })
  }

  @Test("a predicate selects whole samples, which then also count in the intervals outside of its range")
  func partial() async throws {
    let test = try TestHealthStore()
    try await test.store.save([
      TestSample.steps(100, from: TestTime.at(13.95), to: TestTime.at(14.05)),
      TestSample.steps(120, from: TestTime.at(14.9), to: TestTime.at(15.1)),
    ])
    let range = HKQuery.predicateForSamples(withStart: TestTime.at(14), end: TestTime.at(15))
    let hours = try await collection(test, anchor: TestTime.at(0), DateComponents(hour: 1), range)
    let sums = hours.statistics().map { $0.sumQuantity()?.doubleValue(for: count).rounded() }
    #expect(sums == [50, 110, 60])
    let strict = HKQuery.predicateForSamples(
      withStart: TestTime.at(14), end: TestTime.at(15), options: .strictStartDate)
    #expect(try await collection(test, anchor: TestTime.at(0), DateComponents(hour: 1), strict).statistics().count == 2)
  }

  @Test("the most recent value is that of the latest end, with its dates, and the duration is what samples cover")
  func mostRecent() async throws {
    let test = try TestHealthStore()
    let type = HKQuantityType(.heartRate)
    let beats = HKUnit(from: "count/min")
    func sample(_ rate: Double, _ from: Double, _ to: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: type, quantity: HKQuantity(unit: beats, doubleValue: rate), start: TestTime.at(from), end: TestTime.at(to)
      )
    }
    try await test.store.save([sample(80, 1, 3), sample(70, 2, 2.5), sample(90, 5, 5.5)])
    let statistics = try #require(
      try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: type), options: [.mostRecent, .duration, .discreteMin, .discreteMax]
      ).result(for: test.store))
    #expect(statistics.mostRecentQuantity()?.doubleValue(for: beats) == 90)
    #expect(
      statistics.mostRecentQuantityDateInterval() == DateInterval(start: TestTime.at(5), end: TestTime.at(5.5)))
    #expect(statistics.minimumQuantity()?.doubleValue(for: .hertz()) == 70.0 / 60)
    #expect(statistics.maximumQuantity()?.doubleValue(for: beats) == 90)
    #expect(statistics.duration()?.doubleValue(for: .hour()) == 2.5)
    #expect(statistics.sumQuantity() == nil && statistics.averageQuantity() == nil)
  }

  // MARK: - More of statistics and queries

  @Test("the mean of sound levels is that of their energy over time")
  func soundLevels() async throws {
    let test = try TestHealthStore()
    let (type, unit) = (HKQuantityType(.environmentalAudioExposure), HKUnit.decibelAWeightedSoundPressureLevel())
    try await test.store.save(
      [(60.0, 1.0, 2.0), (80, 2, 3)].map { level, from, to in
        HKQuantitySample(
          type: type, quantity: HKQuantity(unit: unit, doubleValue: level), start: TestTime.at(from),
          end: TestTime.at(to))
      })
    let mean = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: type), options: [.discreteAverage, .discreteMax]
    ).result(for: test.store)
    let level = try #require(mean?.averageQuantity()?.doubleValue(for: unit))
    #expect(abs(level - 77.0329) < 0.001)
    #expect(type.aggregationStyle == .discreteEquivalentContinuousLevel)
    #expect(mean?.maximumQuantity()?.doubleValue(for: unit) == 80)
  }

  @Test("each source has a latest value and a duration of its own, and a predicate on devices limits a sum")
  func bySource() async throws {
    let test = try TestHealthStore()
    let watch = HKDevice(
      name: "Watch", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil,
      localIdentifier: nil, udiDeviceIdentifier: nil)
    try await test.store.save([
      TestSample.steps(10, from: TestTime.at(1), to: TestTime.at(2), device: watch),
      TestSample.steps(20, from: TestTime.at(1.5), to: TestTime.at(3)),
    ])
    try await test.second().save(TestSample.steps(5, from: TestTime.at(6), to: TestTime.at(6.5)))
    let statistics = try #require(
      try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: steps),
        options: [.cumulativeSum, .mostRecent, .duration, .separateBySource]
      ).result(for: test.store))
    let own = try #require(statistics.sources?.first { $0.bundleIdentifier == "org.example.tests" })
    let other = try #require(statistics.sources?.first { $0.bundleIdentifier == "org.example.other" })
    #expect(statistics.mostRecentQuantity(for: own)?.doubleValue(for: count) == 20)
    #expect(statistics.mostRecentQuantity(for: other)?.doubleValue(for: count) == 5)
    #expect(statistics.mostRecentQuantity()?.doubleValue(for: count) == 5)
    #expect(statistics.duration(for: own)?.doubleValue(for: .hour()) == 2)
    #expect(statistics.duration(for: other)?.doubleValue(for: .minute()) == 30)
    #expect(statistics.duration()?.doubleValue(for: .hour()) == 2.5)
    let predicate = HKQuery.predicateForObjects(from: [watch])
    let limited = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps, predicate: predicate), options: .cumulativeSum
    ).result(for: test.store)
    #expect(limited?.sumQuantity()?.doubleValue(for: count) == 10)
  }

  @Test("a query tells its type and predicate, and sorting by nothing is the same as not sorting")
  func properties() async throws {
    let predicate = NSPredicate(value: true)
    let query = HKSampleQuery(sampleType: steps, predicate: predicate, limit: 3, sortDescriptors: []) { _, _, _ in }
    #expect(query.objectType == steps && query.limit == 3 && query.sortDescriptors?.isEmpty ?? true)
    #expect(query.predicate === predicate)
    let statistics = HKStatisticsCollectionQuery(
      quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: TestTime.midnight,
      intervalComponents: DateComponents(day: 1))
    #expect(statistics.objectType == steps && statistics.predicate == nil)
    #expect(statistics.anchorDate == TestTime.midnight && statistics.options == .cumulativeSum)
    #expect(statistics.intervalComponents == DateComponents(day: 1))
    #expect(HKActivitySummaryQuery(predicate: nil) { _, _, _ in }.objectType == HKObjectType.activitySummaryType())
  }

  @Test("an instant on the tick of an interval counts there, and an update follows each save and deletion")
  func updates() async throws {
    let test = try TestHealthStore()
    let instant = TestSample.steps(3, from: TestTime.at(4), to: TestTime.at(4))
    try await test.store.save(instant)
    let query = HKStatisticsCollectionQuery(
      quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: TestTime.midnight,
      intervalComponents: DateComponents(hour: 1))
    let calls = Calls<(Date?, Double?)>()
    query.initialResultsHandler = { _, collection, _ in
      let first = collection?.statistics().first
      calls.add((first?.startDate, first?.sumQuantity()?.doubleValue(for: .count())))
    }
    query.statisticsUpdateHandler = { _, changed, _, _ in
      calls.add((changed?.startDate, changed?.sumQuantity()?.doubleValue(for: .count())))
    }
    test.store.execute(query)
    #expect(try await calls.next() == (TestTime.at(4), 3))
    try await test.store.save(TestSample.steps(4, from: TestTime.at(4.2)))
    #expect(try await calls.next() == (TestTime.at(4), 7))
    try await test.store.delete(instant)
    #expect(try await calls.next() == (TestTime.at(4), 4))
    test.store.stop(query)
  }

  @Test("an observer and an anchored query of a type that was never requested get error 5, and a refused one nothing")
  func undecided() async throws {
    let scratch = try ScratchStore()
    let writer = scratch.opened(by: "writer", .allowAll)
    try await writer.save(TestSample.steps(1, from: TestTime.at(1)))
    let client = scratch.opened(.ask(Person.unwilling()))
    let codes = Calls<HKError.Code?>()
    client.execute(
      HKObserverQuery(sampleType: steps, predicate: nil) { _, _, error in
        codes.add((error as? HKError)?.code)
      })
    #expect(try await codes.next() == .errorAuthorizationNotDetermined)
    client.execute(
      HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: 0) {
        _, samples, deleted, anchor, error in
        codes.add(samples == nil && deleted == nil && anchor == nil ? (error as? HKError)?.code : nil)
      })
    #expect(try await codes.next() == .errorAuthorizationNotDetermined)
    try await client.requestAuthorization(toShare: [], read: [steps])
    #expect(try await changes(client, after: nil).addedSamples.isEmpty)
    let total = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
    #expect(try await total.result(for: client) == nil)
    #expect(await errorCode { try await client.save(TestSample.steps(1, from: TestTime.at(2))) } != nil)
  }
}
