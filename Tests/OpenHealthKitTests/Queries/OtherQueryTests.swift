import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Anchors, correlations, statistics, series, documents and sources")
struct OtherQueryTests {
  private let steps = HKQuantityType(.stepCount)

  @Test("an anchor that is archived and read back is the same position")
  func anchorArchive() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let anchor = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: nil
    ).result(for: test.store).newAnchor
    let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data))
    #expect(read == anchor)
    #expect(anchor != HKQueryAnchor(fromValue: 0))
    let rest = try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: read)
      .result(for: test.store)
    #expect(rest.addedSamples.isEmpty && rest.newAnchor == anchor)
  }

  @Test("a sample saved and deleted between two anchors is reported as deleted only, by its dates and its source")
  func deletions() async throws {
    let test = try TestHealthStore()
    let early = TestSample.steps(1, from: TestTime.at(1))
    let late = TestSample.steps(2, from: TestTime.at(5))
    try await test.store.save([early, late])
    try await test.store.delete([early, late])
    func deleted(_ predicate: NSPredicate?) async throws -> [UUID] {
      let result = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: steps, predicate: predicate)], anchor: nil
      ).result(for: test.store)
      #expect(result.addedSamples.isEmpty)
      return result.deletedObjects.map(\.uuid)
    }
    #expect(try await Set(deleted(nil)) == [early.uuid, late.uuid])
    #expect(try await deleted(HKQuery.predicateForSamples(withStart: TestTime.at(4), end: nil)) == [late.uuid])
    let other = test.second().configuration.client.source
    #expect(try await deleted(HKQuery.predicateForObjects(from: other)).isEmpty)
  }

  @Test("several descriptors page over several types in the order of writing; pages with a block lose nothing")
  func pages() async throws {
    let test = try TestHealthStore()
    var saved: [HKSample] = []
    for hour in 0..<12 {
      let sample =
        hour % 2 == 0
        ? TestSample.steps(Double(hour), from: TestTime.at(20 - Double(hour)))
        : TestSample.energy(Double(hour), from: TestTime.at(20 - Double(hour)))
      try await test.store.save(sample)
      saved.append(sample)
    }
    let rare = NSPredicate { object, _ in
      (object as? HKQuantitySample).map { $0.quantity.doubleValue(for: .count()) >= 8 } ?? false
    }
    let descriptors = [
      HKQueryDescriptor(sampleType: steps, predicate: rare),
      HKQueryDescriptor(sampleType: HKQuantityType(.activeEnergyBurned), predicate: nil),
    ]
    var anchor: HKQueryAnchor?
    var found: [HKSample] = []
    while true {
      let calls = Calls<([HKSample], HKQueryAnchor)?>()
      test.store.execute(
        HKAnchoredObjectQuery(queryDescriptors: descriptors, anchor: anchor, limit: 2) { _, samples, _, anchor, _ in
          calls.add(samples.flatMap { samples in anchor.map { (samples, $0) } })
        })
      let page = try #require(try await calls.next())
      anchor = page.1
      if page.0.isEmpty { break }
      #expect(page.0.count <= 2)
      found += page.0
    }
    #expect(found == [1, 3, 5, 7, 8, 9, 10, 11].map { saved[$0] })
  }

  @Test("every sample predicate must match a member, also one with a block")
  func correlationMembers() async throws {
    let test = try TestHealthStore()
    func pressure(_ systolic: Double, _ diastolic: Double, at hour: Double) -> HKCorrelation {
      func sample(_ type: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
        HKQuantitySample(
          type: HKQuantityType(type), quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
          start: TestTime.at(hour), end: TestTime.at(hour))
      }
      return HKCorrelation(
        type: HKCorrelationType(.bloodPressure), start: TestTime.at(hour), end: TestTime.at(hour),
        objects: [sample(.bloodPressureSystolic, systolic), sample(.bloodPressureDiastolic, diastolic)])
    }
    let high = pressure(150, 95, at: 1)
    let mixed = pressure(150, 70, at: 2)
    try await test.store.save([high, mixed, pressure(110, 70, at: 3)])
    func over(_ value: Double) -> NSPredicate {
      HKQuery.predicateForQuantitySamples(
        with: .greaterThan, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value))
    }
    // Of a type that is in no correlation.
    let everything = HKQuery.predicateForSamples(withStart: nil, end: nil)
    let systolic = HKQuantityType(.bloodPressureSystolic)
    let diastolic = HKQuantityType(.bloodPressureDiastolic)
    let block = NSPredicate { object, _ in
      (object as? HKQuantitySample).map { $0.quantity.doubleValue(for: .millimeterOfMercury()) > 90 } ?? false
    }
    for (predicates, expected) in [
      ([systolic: over(140)], [high, mixed]), ([systolic: over(140), diastolic: over(90)], [high]),
      ([systolic: over(140), diastolic: block], [high]), ([HKQuantityType(.heartRate): everything], []),
      ([systolic: over(140), HKQuantityType(.heartRate): everything], []), ([diastolic: block], [high]),
    ] as [([HKSampleType: NSPredicate], [HKCorrelation])] {
      let calls = Calls<[HKCorrelation]?>()
      test.store.execute(
        HKCorrelationQuery(
          type: HKCorrelationType(.bloodPressure), predicate: HKQuery.predicateForSamples(withStart: nil, end: nil),
          samplePredicates: predicates
        ) { _, found, _ in calls.add(found) })
      let found = try #require(try await calls.next())
      #expect(Set(found) == Set(expected))
      #expect(found.allSatisfy { $0.objects.count == 2 })
    }
  }

  @Test("missing data is an error for a handler and nil for a descriptor")
  func noData() async throws {
    let test = try TestHealthStore()
    let calls = Calls<HKError?>()
    test.store.execute(
      HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum) {
        _, statistics, error in
        calls.add(statistics == nil ? error as? HKError : nil)
      })
    #expect(try await calls.next()?.code == .errorNoData)
    let none = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum
    ).result(for: test.store)
    #expect(none == nil)
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum, anchorDate: TestTime.midnight,
      intervalComponents: DateComponents(hour: 1)
    ).result(for: test.store)
    #expect(collection.statistics().isEmpty)
  }

  @Test("the mean of resting 60 for 20 hours and 70 for one hour is 65, and of the heart rate it is weighted by time")
  func arithmetic() async throws {
    let test = try TestHealthStore()
    let beats = HKUnit(from: "count/min")
    func average(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit) async throws -> Double? {
      let type = HKQuantityType(identifier)
      try await test.store.save(
        [(60.0, 0.0, 20.0), (70, 20, 21)].map { value, from, to in
          HKQuantitySample(
            type: type, quantity: HKQuantity(unit: unit, doubleValue: value), start: TestTime.at(from - 12),
            end: TestTime.at(to - 12))
        })
      let predicate = HKSamplePredicate.quantitySample(type: type)
      let single = try await HKStatisticsQueryDescriptor(predicate: predicate, options: .discreteAverage)
        .result(for: test.store)?.averageQuantity()?.doubleValue(for: unit)
      let buckets = try await HKStatisticsCollectionQueryDescriptor(
        predicate: predicate, options: .discreteAverage, anchorDate: TestTime.at(-24),
        intervalComponents: DateComponents(year: 1)
      ).result(for: test.store).statistics()
      #expect(buckets.map { $0.averageQuantity()?.doubleValue(for: unit) } == [single])
      return single
    }
    // The types that Apple's headers call arithmetic; 20 hours of 60 and one of 70 are 60.48 if weighted.
    #expect(try await average(.restingHeartRate, beats) == 65)
    #expect(try await average(.walkingHeartRateAverage, beats) == 65)
    #expect(try await average(.cyclingCadence, beats) == 65)
    #expect(try await average(.cyclingPower, .watt()) == 65)
    #expect(try await average(.cyclingSpeed, HKUnit(from: "m/s")) == 65)
    let weighted = try #require(try await average(.heartRate, beats))
    #expect(abs(weighted - (60 * 20 + 70) / 21) < 1e-9)
  }

  @Test("a statistic is present only if it was requested, and a sum over phone and watch counts once")
  func statisticsOptions() async throws {
    let test = try TestHealthStore()
    let devices = RandomSamples.devices
    try await test.store.save([
      TestSample.steps(100, from: TestTime.at(1), to: TestTime.at(2), device: devices[1]),
      TestSample.steps(80, from: TestTime.at(1.5), to: TestTime.at(2.5), device: devices[2]),
    ])
    let calls = Calls<HKStatistics?>()
    test.store.execute(
      HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum) {
        _, statistics, _ in
        calls.add(statistics)
      })
    let statistics = try #require(try await calls.next())
    #expect(statistics.sumQuantity()?.doubleValue(for: .count()) == 140)
    #expect(statistics.duration() == nil && statistics.sources == nil && statistics.mostRecentQuantity() == nil)
    #expect(statistics.startDate == TestTime.at(1) && statistics.endDate == TestTime.at(2.5))
  }

  @Test("an option that is invalid for the type, or an interval that is not positive, traps")
  func statisticsTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = HKStatisticsQuery(
        quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil, options: .cumulativeSum
      ) { _, _, _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = HKStatisticsQuery(
        quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .discreteMax
      ) { _, _, _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = HKStatisticsCollectionQuery(
        quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, anchorDate: Date(),
        intervalComponents: DateComponents(day: 0))
    }
  }

  @Test("days on which the clocks change have 23 and 25 hours; months are counted from the anchor")
  func calendarIntervals() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    func date(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
      try #require(calendar.date(from: DateComponents(year: year, month: month, day: day)))
    }
    let days = StatisticsIntervals(anchor: try date(2026, 3, 1), interval: DateComponents(calendar: calendar, day: 1))
    for (month, day, hours) in [(3, 28, 24), (3, 29, 23), (10, 25, 25), (10, 26, 24)] {
      let interval = days.interval(days.number(of: try date(2026, month, day)))
      #expect(interval.lowerBound == (try date(2026, month, day)))
      #expect(interval.upperBound.timeIntervalSince(interval.lowerBound) == Double(hours) * 3_600)
    }
    let months = StatisticsIntervals(
      anchor: try date(2026, 1, 31), interval: DateComponents(calendar: calendar, month: 1))
    #expect(months.tick(1) == (try date(2026, 2, 28)))
    #expect(months.tick(2) == (try date(2026, 3, 31)))
    #expect(months.tick(-2) == (try date(2025, 11, 30)))
    let weeks = StatisticsIntervals(
      anchor: try date(2026, 1, 5), interval: DateComponents(calendar: calendar, weekOfYear: 1))
    #expect(weeks.tick(-1) == (try date(2025, 12, 29)))
    for line in [days, months, weeks] {
      for number in -30...30 {
        #expect(line.number(of: line.tick(number)) == number)
        #expect(line.number(of: line.tick(number + 1).addingTimeInterval(-0.5)) == number)
      }
    }
  }

  @Test("enumeration runs from the first date's interval to the last date's, including empty ones, until it is stopped")
  func enumeration() async throws {
    let test = try TestHealthStore()
    try await test.store.save([TestSample.steps(5, from: TestTime.at(1)), TestSample.steps(7, from: TestTime.at(3.5))])
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps), options: [.cumulativeSum, .separateBySource],
      anchorDate: TestTime.midnight, intervalComponents: DateComponents(hour: 1)
    ).result(for: test.store)
    var sums: [Double?] = []
    collection.enumerateStatistics(from: TestTime.at(0.5), to: TestTime.at(4)) { statistics, _ in
      sums.append(statistics.sumQuantity()?.doubleValue(for: .count()))
    }
    #expect(sums == [nil, 5, nil, 7, nil])
    var count = 0
    collection.enumerateStatistics(from: TestTime.at(0), to: TestTime.at(100)) { _, stop in
      count += 1
      if count == 2 { stop.pointee = true }
    }
    #expect(count == 2)
    #expect(collection.sources() == [test.store.configuration.client.source])
    #expect(collection.statistics(for: TestTime.at(2.5))?.sumQuantity() == nil)
  }

  @Test("a sample across a boundary is divided by time, and the predicate selects whole samples")
  func straddling() async throws {
    let test = try TestHealthStore()
    try await test.store.save([
      TestSample.steps(60, from: TestTime.at(0.75), to: TestTime.at(1.25)),
      TestSample.steps(40, from: TestTime.at(1.5), to: TestTime.at(1.75)),
      TestSample.steps(30, from: TestTime.at(1.9), to: TestTime.at(2.2)),
    ])
    let hour = HKQuery.predicateForSamples(withStart: TestTime.at(1), end: TestTime.at(2))
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps, predicate: hour), options: .cumulativeSum,
      anchorDate: TestTime.midnight, intervalComponents: DateComponents(hour: 1)
    ).result(for: test.store)
    let sums = collection.statistics().map { ($0.sumQuantity()?.doubleValue(for: .count()) ?? -1).rounded() }
    #expect(sums == [30, 80, 20])
  }

  @Test("every sample is a series of one value, through the closure and through the descriptor")
  func series() async throws {
    let test = try TestHealthStore()
    let first = TestSample.heartRate(60, at: TestTime.at(1))
    let second = TestSample.heartRate(70, at: TestTime.at(2))
    try await test.store.save([second, first])
    let calls = Calls<(HKQuantity?, HKQuantitySample?, Bool)>()
    let query = HKQuantitySeriesSampleQuery(quantityType: first.quantityType, predicate: nil) {
      _, quantity, _, sample, isLast, _ in calls.add((quantity, sample, isLast))
    }
    query.includeSample = true
    query.orderByQuantitySampleStartDate = true
    test.store.execute(query)
    for (sample, isLast) in [(first, false), (second, true)] {
      let call = try await calls.next()
      #expect(call.0 == sample.quantity && call.1 == sample && call.2 == isLast)
    }
    var results: [HKQuantitySeriesSampleQueryDescriptor.Result] = []
    let descriptor = HKQuantitySeriesSampleQueryDescriptor(
      predicate: .quantitySample(type: first.quantityType), options: .orderByQuantitySampleStartDate)
    for try await result in descriptor.results(for: test.store) { results.append(result) }
    #expect(results.map(\.quantity) == [first.quantity, second.quantity])
    #expect(results.map(\.dateInterval.start) == [first.startDate, second.startDate])
    #expect(results.allSatisfy { $0.sample == nil })
    let single = Calls<Bool>()
    test.store.execute(
      HKQuantitySeriesSampleQuery(sample: second) { _, quantity, date, isLast, _ in
        single.add(quantity == second.quantity && date == second.startDate && isLast)
      })
    #expect(try await single.next())
  }

  @Test("a document is returned with its data if requested, and never shows its storage format")
  func documents() async throws {
    let test = try TestHealthStore()
    let data = Data("<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>".utf8)
    let document = try HKCDADocumentSample(
      data: data, start: TestTime.at(1), end: TestTime.at(2), metadata: ["ward": "7"])
    try await test.store.save(document)
    for isIncluded in [true, false] {
      let calls = Calls<[HKDocumentSample]?>()
      test.store.execute(
        HKDocumentQuery(
          documentType: HKDocumentType(.CDA), predicate: nil, limit: 5, sortDescriptors: nil,
          includeDocumentData: isIncluded
        ) { _, documents, isDone, _ in calls.add(isDone ? documents : nil) })
      let found = try #require(try await calls.next()?.first as? HKCDADocumentSample)
      #expect(found == document)
      #expect(found.document?.documentData == (isIncluded ? data : nil))
      #expect(found.metadata?.keys.sorted() == ["ward"])
    }
  }

  @Test("sources are those of the samples that are stored now")
  func sources() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let other = test.second()
    let theirs = TestSample.steps(1, from: TestTime.at(1))
    try await other.save(theirs)
    let descriptor = HKSourceQueryDescriptor(predicate: .quantitySample(type: steps))
    #expect(try await descriptor.result(for: test.store).map(\.name) == ["Other", "Tests"])
    try await other.delete(theirs)
    let calls = Calls<Set<HKSource>?>()
    test.store.execute(
      HKSourceQuery(sampleType: steps, samplePredicate: nil) { _, sources, _ in calls.add(sources) })
    #expect(try await calls.next() == [test.store.configuration.client.source])
  }

  @Test("predicates of descriptors are equal if their parts are")
  func predicateEquality() {
    func make(_ hour: Double) -> HKSamplePredicate<HKQuantitySample> {
      .quantitySample(
        type: HKQuantityType(.stepCount),
        predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [
          HKQuery.predicateForSamples(withStart: TestTime.at(hour), end: nil), NSPredicate(value: true),
        ]))
    }
    #expect(make(1) == make(1))
    #expect(make(1) != make(2))
    #expect(Set([make(1), make(1), make(2)]).count == 2)
    #expect(HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount)) != make(1))
  }
}
