import Foundation
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Sample queries")
struct SampleQueryTests {
  private let steps = HKQuantityType(.stepCount)

  private func run(
    _ store: HKHealthStore, limit: Int = HKObjectQueryNoLimit, sort: [NSSortDescriptor]? = nil,
    predicate: NSPredicate? = nil, type: HKSampleType = HKQuantityType(.stepCount)
  ) async throws -> [HKSample] {
    let calls = Calls<[HKSample]?>()
    store.execute(
      HKSampleQuery(sampleType: type, predicate: predicate, limit: limit, sortDescriptors: sort) { _, samples, error in
        calls.add(error == nil ? samples : nil)
      })
    return try #require(try await calls.next())
  }

  @Test("a store that does not exist yet is empty, which is not an error")
  func missing() async throws {
    let test = try TestHealthStore()
    #expect(try await run(test.store).isEmpty)
  }

  @Test("a file that is not a store is an error, through the closure and through the descriptor")
  func foreign() async throws {
    let test = try TestHealthStore()
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: test.store.configuration.path))
    do {
      _ = try await HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: steps)], sortDescriptors: []
      ).result(for: test.store)
      Issue.record("it was read")
    } catch HKError.errorHealthDataUnavailable {}
    let calls = Calls<HKError?>()
    test.store.execute(
      HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, samples, error in
        calls.add(samples == nil ? error as? HKError : nil)
      })
    #expect(try await calls.next()?.code == .errorHealthDataUnavailable)
  }

  @Test("a sort descriptor has the key with which it was made, or the name of its property")
  func sortKeys() {
    for key in [HKSampleSortIdentifierStartDate, "endDate", HKWorkoutSortIdentifierTotalDistance, "unknown"] {
      #expect(NSSortDescriptor(key: key, ascending: true).key == key)
    }
    #expect(NSSortDescriptor(key: nil, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \HKSample.startDate, ascending: false).key == "startDate")
    #expect(NSSortDescriptor(keyPath: \HKWorkout.duration, ascending: true).key == "duration")
    let query = HKSampleQuery(
      sampleType: HKQuantityType(.stepCount), predicate: nil, limit: 1,
      sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)]
    ) { _, _, _ in }
    #expect(query.sortDescriptors?.map(\.key) == [HKSampleSortIdentifierEndDate])
  }

  @Test("both keys, both spellings and key paths sort; the limit applies after sorting")
  func sorting() async throws {
    let test = try TestHealthStore()
    let early = TestSample.steps(1, from: TestTime.at(1), to: TestTime.at(9))
    let middle = TestSample.steps(2, from: TestTime.at(2), to: TestTime.at(3))
    let late = TestSample.steps(3, from: TestTime.at(3), to: TestTime.at(4))
    try await test.store.save([middle, late, early])
    for key in [HKSampleSortIdentifierStartDate, "startDate"] {
      let up = NSSortDescriptor(key: key, ascending: true)
      #expect(try await run(test.store, sort: [up]) == [early, middle, late])
      #expect(try await run(test.store, limit: 2, sort: [up]) == [early, middle])
    }
    let down = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
    #expect(try await run(test.store, sort: [down]) == [early, late, middle])
    #expect(
      try await run(test.store, sort: [NSSortDescriptor(keyPath: \HKSample.endDate, ascending: true)])
        == [middle, late, early])
    #expect(
      try await run(test.store, sort: [NSSortDescriptor(keyPath: \HKQuantitySample.startDate, ascending: false)])
        == [late, middle, early])
    let sorted = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps)], sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
      limit: 2
    ).result(for: test.store)
    #expect(sorted == [early, late])
    let byUUID = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps)], sortDescriptors: [SortDescriptor(\.uuid)], limit: 2
    ).result(for: test.store)
    let expected = [early, middle, late].sorted { $0.uuid < $1.uuid }
    #expect(byUUID == Array(expected[0..<2]))
  }

  @Test("without a sort, samples of several types are ordered by type, as the predicates are, and then by start")
  func unsorted() async throws {
    let test = try TestHealthStore()
    var random = RandomSamples(seed: 31)
    let flights = HKQuantityType(.flightsClimbed)
    var saved: [HKSample] = (0..<30).map { _ in random.quantity(steps, unit: .count()) }
    saved += (0..<30).map { _ in random.quantity(flights, unit: .count()) } as [HKSample]
    saved += (0..<20).map { _ in random.category() } as [HKSample]
    try await test.store.save(saved.sorted { $0.uuid < $1.uuid })
    let early = HKQuery.predicateForSamples(withStart: nil, end: saved.map(\.startDate).sorted()[40])
    let sleep = HKCategoryType(.sleepAnalysis)
    let predicates: [HKSamplePredicate<HKSample>] = [
      .sample(type: flights), .sample(type: sleep), .sample(type: steps, predicate: early),
      // Found already, and not twice.
      .sample(type: flights, predicate: early),
    ]
    let found = try await HKSampleQueryDescriptor(predicates: predicates, sortDescriptors: []).result(for: test.store)
    #expect(Set(found.map(\.uuid)).count == found.count && found.count > 50)
    let order: [HKSampleType] = [flights, sleep, steps]
    let places = found.map { (order.firstIndex(of: $0.sampleType) ?? -1, $0.startDate) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    // The limit applies to this order.
    let some = try await HKSampleQueryDescriptor(predicates: predicates, sortDescriptors: [], limit: 35)
      .result(for: test.store)
    #expect(some == Array(found.prefix(35)))
  }

  @Test("workouts with several distances sort by their sum, of which each client sees what it may read")
  func severalTotals() async throws {
    let test = try TestHealthStore()
    let other = test.second()
    var random = RandomSamples(seed: 32)
    let distances: [HKQuantityType] = [
      .init(.distanceWalkingRunning), .init(.distanceCycling), .init(.distanceSwimming),
    ]
    for index in 0..<12 {
      let start = TestTime.at(Double(index) / 2)
      let builder = HKWorkoutBuilder(healthStore: other, configuration: HKWorkoutConfiguration(), device: nil)
      try await builder.beginCollection(at: start)
      let parts = distances.filter { _ in random.chance(70) }
      // One workout of the largest part is not the one of the largest sum.
      try await builder.addSamples(
        parts.map { type in
          HKQuantitySample(
            type: type, quantity: HKQuantity(unit: .meter(), doubleValue: Double(random.int(1...90))), start: start,
            end: start + 600)
        })
      try await builder.endCollection(at: start + 900)
      _ = try await builder.finishWorkout()
    }
    for readable in [distances, [distances[0], distances[2]], []] {
      let client = HKHealthStore(
        configuration: .init(
          path: test.store.configuration.path,
          client: .init(bundleIdentifier: "org.example.reader\(readable.count)", name: "Reader"),
          authorization: .ask(Person.willing()), now: { TestTime.now }))
      try await client.requestAuthorization(toShare: [], read: Set(readable + [HKObjectType.workoutType()]))
      for isAscending in [true, false] {
        let sort = NSSortDescriptor(key: HKWorkoutSortIdentifierTotalDistance, ascending: isAscending)
        let sorted = try await run(client, sort: [sort], type: .workoutType())
        #expect(sorted.count == 12)
        let totals = sorted.map { sample in
          distances.compactMap {
            (sample as? HKWorkout)?.statistics(for: $0)?.sumQuantity()?.doubleValue(for: .meter())
          }
          .reduce(nil as Double?) { ($0 ?? 0) + $1 } ?? -1
        }
        #expect(totals == (isAscending ? totals.sorted() : totals.sorted().reversed()))
        #expect(Set(totals).count == 1 || !readable.isEmpty)
      }
    }
  }

  @Test("workouts sort by their statistics, whatever their units")
  func workoutSorting() async throws {
    let test = try TestHealthStore()
    let short = TestSample.run(from: TestTime.at(1), to: TestTime.at(2), kilometres: 3)
    let long = TestSample.run(from: TestTime.at(3), to: TestTime.at(3.5), kilometres: 11)
    try await test.store.save([long, short])
    for (key, expected) in [
      (HKWorkoutSortIdentifierTotalDistance, [short, long]), (HKWorkoutSortIdentifierDuration, [long, short]),
    ] {
      let sort = NSSortDescriptor(key: key, ascending: true)
      #expect(try await run(test.store, sort: [sort], type: .workoutType()) == expected)
    }
  }

  @Test("several descriptors find each sample once, with a common limit")
  func several() async throws {
    let test = try TestHealthStore()
    let step = TestSample.steps(1, from: TestTime.at(1))
    let energy = TestSample.energy(2, from: TestTime.at(2))
    let rate = TestSample.heartRate(60, at: TestTime.at(3))
    try await test.store.save([step, energy, rate])
    let descriptors = [
      HKQueryDescriptor(sampleType: steps, predicate: nil),
      HKQueryDescriptor(
        sampleType: steps, predicate: HKQuery.predicateForSamples(withStart: TestTime.at(0), end: TestTime.at(5))),
      HKQueryDescriptor(sampleType: energy.quantityType, predicate: nil),
    ]
    let calls = Calls<[HKSample]?>()
    let sort = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
    test.store.execute(
      HKSampleQuery(queryDescriptors: descriptors, limit: 5, sortDescriptors: [sort]) { _, samples, _ in
        calls.add(samples)
      })
    #expect(try await calls.next() == [energy, step])
    test.store.execute(
      HKSampleQuery(queryDescriptors: descriptors, limit: 1) { _, samples, _ in calls.add(samples) })
    #expect(try await calls.next()?.count == 1)
  }

  @Test("a block predicate filters what the other predicates selected, before the limit")
  func blocks() async throws {
    let test = try TestHealthStore()
    let samples = (0..<10).map { TestSample.steps(Double($0), from: TestTime.at(Double($0))) }
    try await test.store.save(samples)
    let even = NSPredicate { object, _ in
      (object as? HKQuantitySample).map { Int($0.quantity.doubleValue(for: .count())) % 2 == 0 } ?? false
    }
    let late = HKQuery.predicateForSamples(withStart: TestTime.at(3), end: nil, options: .strictStartDate)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [late, even])
    let sort = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
    #expect(try await run(test.store, limit: 2, sort: [sort], predicate: both) == [samples[4], samples[6]])
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [late, even])
    #expect(try await run(test.store, sort: [sort], predicate: either).count == 9)
    // Of one type, a descriptor with a block and one without.
    let calls = Calls<[HKSample]?>()
    let early = HKQuery.predicateForSamples(withStart: nil, end: TestTime.at(1), options: .strictStartDate)
    test.store.execute(
      HKSampleQuery(
        queryDescriptors: [
          HKQueryDescriptor(sampleType: steps, predicate: early), HKQueryDescriptor(sampleType: steps, predicate: both),
        ], limit: 0, sortDescriptors: [sort]
      ) { _, samples, _ in calls.add(samples) })
    #expect(try await calls.next() == [0, 4, 6, 8].map { samples[$0] })
  }

  @Test("a cancelled task throws a CancellationError")
  func cancellation() async throws {
    let test = try TestHealthStore()
    let descriptor = HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
    let task = Task {
      try? await Task.sleep(for: .seconds(60))
      return try await descriptor.result(for: test.store)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a second execution, an unknown sort key and an empty list of descriptors trap")
  func traps() async {
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = HKHealthStore(configuration: .init(path: "/nonexistent/health.sqlite", authorization: .allowAll))
      let query = HKSampleQuery(
        sampleType: HKQuantityType(.stepCount), predicate: nil, limit: 0, sortDescriptors: nil
      ) { _, _, _ in }
      store.execute(query)
      store.stop(query)
      store.execute(query)
    }
    let reason = String(decoding: twice?.standardErrorContent ?? [], as: UTF8.self)
    #expect(reason.contains("already been executed"))
    await #expect(processExitsWith: .failure) {
      _ = HKSampleQuery(
        sampleType: HKQuantityType(.stepCount), predicate: nil, limit: 0,
        sortDescriptors: [NSSortDescriptor(key: "colour", ascending: true)]
      ) { _, _, _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = HKSampleQuery(queryDescriptors: [], limit: 0) { _, _, _ in }
    }
  }
}
