import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Points in time")
struct PointInTimeTests {
  @Test("a menopausal state is saved and found by its value, and refused if it lasts")
  func menopause() async throws {
    let store = try TestHealthStore().store
    let type = HKCategoryType(.menopausalState)
    let date = TestTime.at(6)
    func state(to end: Date) -> HKCategorySample {
      HKCategorySample(
        type: type, value: HKCategoryValueMenopausalState.perimenopause.rawValue, start: date, end: end)
    }
    try await store.save(state(to: date))
    await #expect(throws: HKError.self) { try await store.save(state(to: date + 1)) }
    let bleeding = HKCategorySample(
      type: HKCategoryType(.bleedingAfterMenopause), value: HKCategoryValueVaginalBleeding.light.rawValue, start: date,
      end: date + 3_600)
    try await store.save(bleeding)
    for (value, count) in [(HKCategoryValueMenopausalState.perimenopause, 1), (.none, 0)] {
      let predicate = HKQuery.predicateForCategorySamples(with: .equalTo, value: value.rawValue)
      let descriptor = HKSampleQueryDescriptor(
        predicates: [.categorySample(type: type, predicate: predicate)], sortDescriptors: [])
      #expect(try await descriptor.result(for: store).count == count)
    }
  }
}

@Suite("Dates and numbers that cannot be measurements")
struct BoundsTests {
  private static let far = [
    Double.nan, .infinity, -.infinity, 1e25, -1e25, 1e300, -4_000_000_000, 4_000_000_000, .greatestFiniteMagnitude,
  ].map { Date(timeIntervalSinceReferenceDate: $0) }
  private static let noon = TestTime.at(12)
  private let steps = HKQuantityType(.stepCount)

  private func header() -> ObjectHeader { ObjectHeader(device: nil, metadata: nil) }

  private func quantity(_ value: Double, from start: Date = noon, to end: Date = noon) -> HKQuantitySample {
    HKQuantitySample.stored(
      type: steps, unit: .count, value: value, start: start, end: end, header: header())
  }

  private func workout(
    from start: Date = noon, to end: Date = noon, duration: Double = 1, events: [HKWorkoutEvent] = [],
    activities: [HKWorkoutActivity] = [], sum: Double = 1
  ) -> HKWorkout {
    let statistics = HKStatistics(
      type: HKQuantityType(.activeEnergyBurned), start: Self.noon, end: Self.noon,
      values: HKStatistics.Values(sum: sum))
    return HKWorkout(
      content: HKWorkout.Content(
        activityType: 37, duration: duration, events: events, activities: activities,
        statistics: HKStatistics.byType([statistics])), start: start, end: end, header: header())
  }

  private func expectRefused(_ object: HKObject, _ store: HKHealthStore, _ label: Comment) async {
    await #expect(label) {
      try await store.save(object)
    } throws: {
      ($0 as? HKError)?.code == .errorInvalidArgument
    }
  }

  @Test("are refused with error 3 in every kind of object, and nothing is stored")
  func saving() async throws {
    let test = try TestHealthStore()
    var objects: [HKObject] = []
    for date in Self.far {
      objects += [
        quantity(1, from: date), quantity(1, to: date), quantity(1, from: date, to: date),
        HKCategorySample(
          type: HKCategoryType(.sleepAnalysis), value: 0, start: Self.noon, end: date, header: header()),
        HKCorrelation(
          type: HKCorrelationType(.food), objects: [quantity(1)], start: date, end: date, header: header()),
        HKCorrelation(
          type: HKCorrelationType(.food), objects: [quantity(1, from: date)], start: Self.noon, end: Self.noon,
          header: header()),
        workout(from: date), workout(to: date),
        workout(activities: [
          HKWorkoutActivity(workoutConfiguration: HKWorkoutConfiguration(), start: date, end: nil, metadata: nil)
        ]),
      ]
      if date.timeIntervalSinceReferenceDate.isFinite {
        let instant = DateInterval(start: date, duration: 0)
        objects.append(workout(events: [HKWorkoutEvent(type: .lap, dateInterval: instant, metadata: nil)]))
      }
    }
    for number in [Double.nan, .infinity, -.infinity, 1e25, -1e300] {
      objects += [quantity(number), workout(duration: number), workout(sum: number)]
    }
    objects.append(quantity(1, from: Self.noon, to: Self.noon.addingTimeInterval(400 * 86_400)))
    for (index, object) in objects.enumerated() { await expectRefused(object, test.store, "object \(index)") }
    #expect(try test.store.view().isEmpty)
    try await test.store.save(quantity(1))
    #expect(try test.store.view() == [1])
  }

  @Test("builders refuse them when they are added")
  func builders() async throws {
    let test = try TestHealthStore()
    for date in Self.far {
      let builder = HKWorkoutBuilder(healthStore: test.store, configuration: HKWorkoutConfiguration(), device: nil)
      await #expect(throws: HKError.self) { try await builder.beginCollection(at: date) }
      try await builder.beginCollection(at: Self.noon)
      await #expect(throws: HKError.self) { try await builder.endCollection(at: date) }
      let series = HKQuantitySeriesSampleBuilder(
        healthStore: test.store, quantityType: steps, startDate: Self.noon, device: nil)
      #expect(throws: HKError.self) { try series.insert(HKQuantity(unit: .count(), doubleValue: 1), at: date) }
    }
  }

  @Test("predicates and queries may contain them")
  func predicates() async throws {
    let test = try TestHealthStore()
    try await test.store.save([quantity(5), workout()])
    for start in Self.far + [.distantPast] {
      for end in Self.far + [.distantFuture] {
        for options in [[], .strictStartDate, .strictEndDate] as [HKQueryOptions] {
          let model = ModelPredicate.dates(from: start, to: end, options: options)
          for predicate in [model, .not(model)] {
            let expected = predicate.matches(quantity(5), Ties()) ? 1 : 0
            let selection = SampleSelection(type: steps, predicate: predicate.predicate)
            #expect(try test.store.reader.samples([selection]).count == expected, "\(predicate.predicate)")
            let plan = StatisticsPlan(type: steps, predicate: predicate.predicate, options: .cumulativeSum)
            #expect(try (plan.single(test.store.reader) != nil) == (expected == 1))
          }
        }
        let ofParts = HKQuery.predicateForWorkouts(
          activityPredicate: HKQuery.predicateForWorkoutActivities(start: start, end: end))
        _ = try test.store.reader.samples([SampleSelection(type: .workoutType(), predicate: ofParts)])
      }
    }
  }

  @Test("statistics with intervals that no calendar can compute fail with error 3, and all others succeed")
  func intervals() async throws {
    let test = try TestHealthStore()
    try await test.store.save([
      quantity(5), quantity(7, from: TestTime.at(0, -40_000), to: TestTime.at(0, -40_000)),
    ])
    func collection(_ anchor: Date, _ interval: DateComponents) async throws -> HKStatisticsCollection {
      try await HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: steps), options: .cumulativeSum, anchorDate: anchor,
        intervalComponents: interval
      ).result(for: test.store)
    }
    // The greatest integer stands for no value in date components.
    let most = Int.max / 2
    let calendars: [Calendar.Identifier] = [.gregorian, .islamicCivil, .hebrew]
    for seconds in [1e25, -1e300, 1e12, Double.greatestFiniteMagnitude] {
      let anchor = Date(timeIntervalSinceReferenceDate: seconds)
      await #expect(throws: HKError.self) { try await collection(anchor, DateComponents(day: 1)) }
    }
    for interval in [
      DateComponents(year: most), DateComponents(month: most, hour: -1), DateComponents(day: 1, hour: most),
      DateComponents(quarter: most),
    ] {
      await #expect(throws: HKError.self, "\(interval)") { try await collection(Self.noon, interval) }
    }
    for anchor in [Date.distantPast, .distantFuture, Self.noon] {
      for identifier in calendars {
        for interval in [
          DateComponents(month: 1), DateComponents(year: 7), DateComponents(day: 1, hour: -23),
          DateComponents(second: 1),
          DateComponents(weekOfYear: 100_000), DateComponents(second: most),
        ] {
          var interval = interval
          interval.calendar = Calendar(identifier: identifier)
          interval.timeZone = .gmt
          let sums = try await collection(anchor, interval).statistics()
            .compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }
          #expect(sums.reduce(0, +) == 12, "\(identifier) \(interval) from \(anchor)")
        }
      }
    }
  }

  @Test("sums that would overflow are the greatest finite number")
  func overflow() throws {
    var bucket = BucketStatistics()
    bucket.sum = .infinity
    let plan = StatisticsPlan(type: steps, predicate: nil, options: .cumulativeSum)
    #expect(plan.values(bucket).sum == .greatestFiniteMagnitude)
    bucket.sum = -.infinity
    #expect(plan.values(bucket).sum == -.greatestFiniteMagnitude)
    bucket.sum = .nan
    #expect(plan.values(bucket).sum == nil)
    let test = try TestHealthStore()
    var huge = WorkoutSamples()
    for _ in 0..<3 { huge.add(quantity(1e308), in: test.store) }
    let energy = huge.statistics(of: steps, from: Self.noon, to: Self.noon)
    #expect(energy?.sumQuantity()?.doubleValue(for: .count()) == .greatestFiniteMagnitude)
    var rates = WorkoutSamples()
    for _ in 0..<3 {
      let rate = HKQuantitySample.stored(
        type: HKQuantityType(.heartRate), unit: .countPerMinute, value: 1.5e308, start: Self.noon, end: Self.noon,
        header: header())
      rates.add(rate, in: test.store)
    }
    let average = rates.statistics(of: HKQuantityType(.heartRate), from: nil, to: nil)?.averageQuantity()
    #expect(average?.doubleValue(for: .count().unitDivided(by: .minute())).isFinite == true)
  }
}

extension HKHealthStore {
  /// The values of all steps.
  fileprivate func view() throws -> [Double] {
    try reader.samples([SampleSelection(type: HKQuantityType(.stepCount), predicate: nil)])
      .compactMap { ($0 as? HKQuantitySample)?.value }
  }
}
