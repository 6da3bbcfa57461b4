import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Histories of objects")
struct HistoryTests {
  private let energy = HKQuantityType(.dietaryEnergyConsumed)
  private let meals = HKCorrelationType(.food)

  private func samples(
    _ type: HKSampleType, _ store: HKHealthStore, _ predicate: NSPredicate? = nil
  ) async throws -> [HKSample] {
    try await HKSampleQueryDescriptor(
      predicates: [.sample(type: type, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
  }

  @Test("a correlation whose members are deleted one after the other shows those that are left")
  func membersDeleted() async throws {
    let store = try TestHealthStore().store
    let members = (1...2).map { TestSample.dietaryEnergy(Double($0), at: TestTime.at(1)) }
    try await store.save(TestSample.food(Set(members), at: TestTime.at(1)))
    try await store.delete(members[0])
    #expect(try await (samples(meals, store).first as? HKCorrelation)?.objects == [members[1]])
    try await store.delete(members[1])
    #expect(try await samples(meals, store).map { ($0 as? HKCorrelation)?.objects.count } == [0])
    #expect(try await store.deleteObjects(of: meals, predicate: NSPredicate(value: true)) == 1)
  }

  @Test("deleting correlations by a predicate counts them, and keeps their members, which then belong to none")
  func correlationsDeleted() async throws {
    let store = try TestHealthStore().store
    let members = (1...3).map { TestSample.dietaryEnergy(Double($0), at: TestTime.at(Double($0))) }
    for member in members { try await store.save(TestSample.food([member], at: member.startDate)) }
    let early = HKQuery.predicateForSamples(withStart: nil, end: TestTime.at(2.5))
    let free = HKQuery.predicateForObjectsWithNoCorrelation()
    #expect(try await samples(energy, store, free).isEmpty)
    #expect(try await store.deleteObjects(of: meals, predicate: early) == 2)
    #expect(try await samples(meals, store).count == 1)
    #expect(try await samples(energy, store) == members)
    #expect(try await samples(energy, store, free) == Array(members[..<2]))
  }

  @Test("the same object twice in one array is an invalid argument, and nothing is saved")
  func savedTwice() async throws {
    let store = try TestHealthStore().store
    let sample = TestSample.dietaryEnergy(1, at: TestTime.at(1))
    #expect(await errorCode { try await store.save([sample, sample]) } == .errorInvalidArgument)
    #expect(try await samples(energy, store).isEmpty)
    try await store.save(sample)
    try await store.delete(sample)
    // It was deleted, so it is new again.
    try await store.save(sample)
    #expect(try await samples(energy, store) == [sample])
  }

  @Test("an anchored query reports an object that was deleted and saved again as added only")
  func savedAgain() async throws {
    let store = try TestHealthStore().store
    let sample = TestSample.dietaryEnergy(1, at: TestTime.at(1))
    func changes(_ anchor: HKQueryAnchor?) async throws -> HKAnchoredObjectQueryDescriptor<HKSample>.Result {
      try await HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: energy)], anchor: anchor).result(for: store)
    }
    try await store.save(sample)
    let first = try await changes(nil)
    try await store.delete(sample)
    try await store.save(sample)
    let second = try await changes(first.newAnchor)
    #expect(second.addedSamples == [sample] && second.deletedObjects.isEmpty)
    let third = try await changes(second.newAnchor)
    #expect(third.addedSamples.isEmpty && third.deletedObjects.isEmpty)
  }

  @Test("what is added to a workout out of order is refused, and the workout can still be finished")
  func builderOrder() async throws {
    let store = try TestHealthStore().store
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
    let sample = TestSample.energy(1, from: TestTime.at(1))
    #expect(await errorCode { try await builder.addSamples([sample]) } == .errorInvalidArgument)
    #expect(await errorCode { try await builder.endCollection(at: TestTime.at(1)) } == .errorInvalidArgument)
    #expect(await errorCode { _ = try await builder.finishWorkout() } == .errorInvalidArgument)
    try await builder.beginCollection(at: TestTime.at(1))
    #expect(await errorCode { try await builder.beginCollection(at: TestTime.at(1)) } == .errorInvalidArgument)
    try await builder.addSamples([sample])
    #expect(await errorCode { _ = try await builder.finishWorkout() } == .errorInvalidArgument)
    #expect(await errorCode { try await builder.endCollection(at: TestTime.at(0.5)) } == .errorInvalidArgument)
    try await builder.endCollection(at: TestTime.at(2))
    #expect(await errorCode { try await builder.endCollection(at: TestTime.at(3)) } == .errorInvalidArgument)
    try await builder.addMetadata(["note": "late"])
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.endDate == TestTime.at(2) && workout.metadata?["note"] as? String == "late")
    #expect(await errorCode { _ = try await builder.finishWorkout() } == .errorInvalidArgument)
    #expect(try await samples(.workoutType(), store) == [workout])
  }

  @Test("a revision with wildcards matches every version, product and system, and one without only its own")
  func revisions() async throws {
    let test = try TestHealthStore()
    for version in ["1", "2"] {
      let client = HKHealthStore.Client(bundleIdentifier: "org.example.app", name: "App", version: version)
      try await test.second(client: client).save(TestSample.dietaryEnergy(1, at: TestTime.at(Double(version) ?? 0)))
    }
    let all = try await samples(energy, test.store)
    let source = all[0].sourceRevision.source
    func found(_ revision: HKSourceRevision) async throws -> [HKSample] {
      try await samples(energy, test.store, HKQuery.predicateForObjects(from: [revision]))
    }
    let any = HKSourceRevision(
      source: source, version: HKSourceRevisionAnyVersion, productType: HKSourceRevisionAnyProductType,
      operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
    #expect(try await found(any) == all)
    #expect(try await found(all[1].sourceRevision) == [all[1]])
    let later = HKSourceRevision(
      source: source, version: "2", productType: HKSourceRevisionAnyProductType,
      operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
    #expect(try await found(later) == [all[1]])
    #expect(try await found(HKSourceRevision(source: source, version: "3")).isEmpty)
  }

  @Test("metadata that is a flag, a number, a date or a quantity is found by its value")
  func metadata() async throws {
    let store = try TestHealthStore().store
    let values: [(key: String, value: Any)] = [
      (HKMetadataKeyWasUserEntered, true), ("count", 3), ("ratio", 0.1), ("when", TestTime.at(3)),
      ("weight", HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 2)), ("text", "Äpfel"),
    ]
    for (key, value) in values {
      try await store.save(
        HKQuantitySample(
          type: energy, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 1), start: TestTime.at(1),
          end: TestTime.at(1), metadata: [key: value]))
    }
    for (key, value) in values {
      let isOne = HKQuery.predicateForObjects(withMetadataKey: key, allowedValues: [value])
      let equals = HKQuery.predicateForObjects(withMetadataKey: key, operatorType: .equalTo, value: value)
      for predicate in [isOne, equals] {
        #expect(try await samples(energy, store, predicate).map { $0.metadata?.keys.first } == [key])
      }
    }
    let pounds = HKQuantity(unit: .gram(), doubleValue: 2_000)
    #expect(
      try await samples(
        energy, store, HKQuery.predicateForObjects(withMetadataKey: "weight", operatorType: .equalTo, value: pounds)
      ).count == 1)
    #expect(
      try await samples(
        energy, store, HKQuery.predicateForObjects(withMetadataKey: "count", operatorType: .lessThan, value: 2.5)
      ).isEmpty)
  }

  @Test("a sequence that is left, released or cancelled before its first element reads nothing more")
  func sequences() async throws {
    let store = try TestHealthStore().store
    let asked = Lock(0)
    let block = NSPredicate { _, _ in
      asked.withLock { $0 += 1 }
      return true
    }
    let descriptor = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: energy, predicate: block)], anchor: nil)
    try await store.save(TestSample.dietaryEnergy(1, at: TestTime.at(1)))
    for try await page in descriptor.results(for: store) {
      #expect(page.addedSamples.count == 1)
      break
    }
    _ = descriptor.results(for: store).makeAsyncIterator()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = descriptor.results(for: store).makeAsyncIterator()
      return try await iterator.next() == nil
    }
    #expect(try await cancelled.value)
    let before = asked.withLock { $0 }
    try await store.save(TestSample.dietaryEnergy(2, at: TestTime.at(2)))
    let calls = Calls<Void>()
    let witness = HKObserverQuery(sampleType: energy, predicate: nil) { _, completion, _ in
      completion()
      calls.add(())
    }
    store.execute(witness)
    try await calls.next()
    try await store.save(TestSample.dietaryEnergy(3, at: TestTime.at(3)))
    try await calls.next()
    store.stop(witness)
    #expect(asked.withLock { $0 } == before)
  }

  @Test("hours of a day on which the clocks change are each an interval of the collection, none of them empty or twice")
  func hoursOfLongDay() async throws {
    let store = try TestHealthStore().store
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    for (day, hours) in [
      (DateComponents(year: 2026, month: 10, day: 25), 25), (.init(year: 2026, month: 3, day: 29), 23),
    ] {
      let midnight = try #require(calendar.date(from: day))
      try await store.save(
        (0..<hours).map { TestSample.energy(Double($0 + 1), from: midnight.addingTimeInterval(Double($0) * 3_600)) })
      let predicate = HKQuery.predicateForSamples(
        withStart: midnight, end: calendar.date(byAdding: .day, value: 1, to: midnight), options: .strictStartDate)
      let collection = try await HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.activeEnergyBurned), predicate: predicate),
        options: .cumulativeSum, anchorDate: midnight,
        intervalComponents: DateComponents(calendar: calendar, timeZone: calendar.timeZone, hour: 1)
      ).result(for: store)
      #expect(
        collection.statistics().map { $0.sumQuantity()?.doubleValue(for: .kilocalorie()) }
          == (0..<hours).map { Double($0 + 1) })
      #expect(collection.statistics().allSatisfy { $0.endDate.timeIntervalSince($0.startDate) == 3_600 })
    }
  }

  @Test("a source is found by its samples and its correlations, and disappears with the last of them")
  func sources() async throws {
    let test = try TestHealthStore()
    let other = test.second()
    func names(_ type: HKSampleType) async throws -> Set<String> {
      Set(try await HKSourceQueryDescriptor(predicate: .sample(type: type)).result(for: test.store).map(\.name))
    }
    let mine = TestSample.dietaryEnergy(1, at: TestTime.at(1))
    let theirs = TestSample.dietaryEnergy(2, at: TestTime.at(2))
    try await test.store.save(TestSample.food([mine], at: TestTime.at(1)))
    try await other.save(theirs)
    #expect(try await names(energy) == ["Tests", "Other"])
    #expect(try await names(meals) == ["Tests"])
    try await other.delete(theirs)
    #expect(try await names(energy) == ["Tests"])
  }

  @Test("a sample that is added to a workout twice belongs to it once, and to a second workout as well")
  func addedTwice() async throws {
    let store = try TestHealthStore().store
    let runs = [
      TestSample.run(from: TestTime.at(1), to: TestTime.at(2)),
      TestSample.run(from: TestTime.at(1), to: TestTime.at(3)),
    ]
    try await store.save(runs)
    let beat = TestSample.heartRate(90, at: TestTime.at(1.5))
    for run in [runs[0], runs[0], runs[1]] { try await store.addSamples([beat], to: run) }
    for run in runs {
      #expect(
        try await samples(HKQuantityType(.heartRate), store, HKQuery.predicateForObjects(from: run)) == [beat])
    }
    try await store.delete(runs[0])
    #expect(
      try await samples(HKQuantityType(.heartRate), store, HKQuery.predicateForObjects(from: runs[1])) == [beat])
    #expect(try await samples(HKQuantityType(.heartRate), store, HKQuery.predicateForObjects(from: runs[0])).isEmpty)
  }
}
