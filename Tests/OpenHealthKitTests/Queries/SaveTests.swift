import Foundation
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Saving and deleting")
struct SaveTests {
  private let steps = HKQuantityType(.stepCount)

  private func all(_ store: HKHealthStore, _ type: HKSampleType) async throws -> [HKSample] {
    try await HKSampleQueryDescriptor(
      predicates: [.sample(type: type)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
  }

  @Test("a saved sample is read back with its identifier, its values and its source")
  func roundTrip() async throws {
    let test = try TestHealthStore()
    let device = HKDevice(
      name: "Band", manufacturer: "Us", model: "B", hardwareVersion: "1", firmwareVersion: nil, softwareVersion: "2",
      localIdentifier: nil, udiDeviceIdentifier: nil)
    let sample = TestSample.steps(
      70, from: TestTime.at(8), device: device, metadata: [HKMetadataKeyWasUserEntered: true, "colour": "red"])
    try await test.store.save(sample)
    let found = try #require(try await all(test.store, steps).first as? HKCumulativeQuantitySample)
    #expect(found == sample)
    #expect(found.quantity == sample.quantity)
    #expect(found.startDate == sample.startDate && found.endDate == sample.endDate)
    #expect(found.device == device)
    #expect(found.metadata?["colour"] as? String == "red")
    #expect((found.metadata?[HKMetadataKeyWasUserEntered] as? NSNumber)?.boolValue == true)
    #expect(found.sourceRevision.source == test.store.configuration.client.source)
    #expect(found.sourceRevision.version == "1")
  }

  @Test("the completion handler is called off the caller's thread")
  func closures() async throws {
    let test = try TestHealthStore()
    let calls = Calls<Bool>()
    test.store.save(TestSample.steps(1, from: TestTime.at(1))) { success, error in
      calls.add(success && error == nil)
    }
    #expect(try await calls.next())
    #expect(try await all(test.store, steps).count == 1)
  }

  @Test("an array is saved in full or not at all")
  func allOrNothing() async throws {
    let test = try TestHealthStore()
    let first = TestSample.steps(1, from: TestTime.at(1))
    try await test.store.save(first)
    await #expect(throws: HKError.self) {
      try await test.store.save([TestSample.steps(2, from: TestTime.at(2)), first])
    }
    #expect(try await all(test.store, steps).count == 1)
    do {
      try await test.store.save([first])
      Issue.record("a sample was saved twice")
    } catch HKError.errorInvalidArgument {}
  }

  @Test("a sample from before 1900, an empty array and a bare object are invalid arguments")
  func invalid() async throws {
    let test = try TestHealthStore()
    let old = test.store.earliestPermittedSampleDate().addingTimeInterval(-3_600)
    for objects in [[TestSample.steps(1, from: old)], []] {
      do {
        try await test.store.save(objects)
        Issue.record("it was saved")
      } catch HKError.errorInvalidArgument {}
    }
    do {
      try await test.store.delete([])
      Issue.record("nothing was deleted")
    } catch HKError.errorInvalidArgument {}
  }

  @Test("a greater sync version replaces the earlier one, and an equal or smaller one is ignored")
  func versions() async throws {
    let test = try TestHealthStore()
    func sample(_ count: Double, version: Int) -> HKQuantitySample {
      TestSample.steps(
        count, from: TestTime.at(1),
        metadata: [HKMetadataKeySyncIdentifier: "one", HKMetadataKeySyncVersion: version])
    }
    let first = sample(1, version: 1)
    try await test.store.save(first)
    let anchor = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: nil
    ).result(for: test.store).newAnchor
    try await test.store.save(sample(2, version: 1))
    try await test.store.save(sample(3, version: 0))
    #expect(try await all(test.store, steps) == [first])
    let second = sample(4, version: 2)
    try await test.store.save([sample(5, version: 1), second, sample(6, version: 2)])
    #expect(try await all(test.store, steps) == [second])
    let change = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: anchor
    ).result(for: test.store)
    #expect(change.addedSamples == [second])
    #expect(change.deletedObjects.map(\.uuid) == [first.uuid])
    #expect(change.deletedObjects.first?.metadata?[HKMetadataKeySyncIdentifier] as? String == "one")
    // The same identifier of another client is another object.
    let other = TestSample.steps(
      9, from: TestTime.at(1), metadata: [HKMetadataKeySyncIdentifier: "one", HKMetadataKeySyncVersion: 1])
    try await test.second().save(other)
    #expect(try await Set(all(test.store, steps)) == [second, other])
    // So is that of another type.
    try await test.store.save(
      HKQuantitySample(
        type: HKQuantityType(.flightsClimbed), quantity: HKQuantity(unit: .count(), doubleValue: 1),
        start: TestTime.at(1), end: TestTime.at(1),
        metadata: [HKMetadataKeySyncIdentifier: "one", HKMetadataKeySyncVersion: 1]))
    #expect(try await all(test.store, HKQuantityType(.flightsClimbed)).count == 1)
  }

  @Test("a replacement belongs to the workout and the correlation of the sample that it replaces")
  func replacementTies() async throws {
    let test = try TestHealthStore()
    func member(_ value: Double, version: Int) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(.dietaryEnergyConsumed), quantity: HKQuantity(unit: .kilocalorie(), doubleValue: value),
        start: TestTime.at(1), end: TestTime.at(1),
        metadata: [HKMetadataKeySyncIdentifier: "meal", HKMetadataKeySyncVersion: version])
    }
    let food = TestSample.food([member(100, version: 1)], at: TestTime.at(1))
    let workout = TestSample.run(from: TestTime.at(0), to: TestTime.at(2))
    try await test.store.save([food, workout])
    let stored = try #require(try await all(test.store, HKQuantityType(.dietaryEnergyConsumed)).first)
    try await test.store.addSamples([stored], to: workout)
    let replacement = member(200, version: 2)
    try await test.store.save(replacement)
    let found = try #require(try await all(test.store, HKCorrelationType(.food)).first as? HKCorrelation)
    #expect(found.objects == [replacement])
    let ofWorkout = try await HKSampleQueryDescriptor(
      predicates: [
        .sample(
          type: HKQuantityType(.dietaryEnergyConsumed), predicate: HKQuery.predicateForObjects(from: workout))
      ], sortDescriptors: []
    ).result(for: test.store)
    #expect(ofWorkout == [replacement])
    // A meal whose member is not newer keeps the stored one.
    let again = TestSample.food([member(300, version: 2)], at: TestTime.at(3))
    try await test.store.save(again)
    let meals = try await all(test.store, HKCorrelationType(.food)).compactMap { $0 as? HKCorrelation }
    #expect(meals.map(\.objects) == [[replacement], [replacement]])
  }

  @Test("only the client's own samples can be deleted, and either all of them or none")
  func deletion() async throws {
    let test = try TestHealthStore()
    let mine = TestSample.steps(1, from: TestTime.at(1))
    let theirs = TestSample.steps(2, from: TestTime.at(2))
    try await test.store.save(mine)
    try await test.second().save(theirs)
    for objects in [[mine, theirs], [TestSample.steps(3, from: TestTime.at(3))]] {
      do {
        try await test.store.delete(objects)
        Issue.record("it was deleted")
      } catch HKError.errorInvalidArgument {}
    }
    #expect(try await all(test.store, steps) == [mine, theirs])
    try await test.store.delete(mine)
    #expect(try await all(test.store, steps) == [theirs])
  }

  @Test("objects that match a predicate are deleted and counted, also with a block")
  func deleteByPredicate() async throws {
    let test = try TestHealthStore()
    try await test.store.save((0..<6).map { TestSample.steps(Double($0), from: TestTime.at(Double($0))) })
    try await test.second().save(TestSample.steps(9, from: TestTime.at(1)))
    let dates = HKQuery.predicateForSamples(withStart: TestTime.at(0), end: TestTime.at(2))
    #expect(try await test.store.deleteObjects(of: steps, predicate: dates) == 2)
    let odd = NSPredicate { object, _ in
      (object as? HKQuantitySample).map { $0.quantity.doubleValue(for: .count()) == 3 } ?? false
    }
    let calls = Calls<Int>()
    test.store.deleteObjects(of: steps, predicate: odd) { _, count, _ in calls.add(count) }
    #expect(try await calls.next() == 1)
    #expect(try await all(test.store, steps).count == 4)
    #expect(try await test.store.deleteObjects(of: steps, predicate: odd) == 0)
  }

  @Test("samples that are added to a workout count in its statistics, but change no total that the program has given")
  func workoutStatistics() async throws {
    let test = try TestHealthStore()
    let given = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    let plain = HKWorkout(activityType: .running, start: TestTime.at(1), end: TestTime.at(2))
    let known = TestSample.heartRate(100, at: TestTime.at(1.2))
    try await test.store.save([given, plain, known])
    let (energy, rate) = (HKQuantityType(.activeEnergyBurned), HKQuantityType(.heartRate))
    for (workout, sums) in [(given, [300.0, 300]), (plain, [10, 30])] {
      for (index, samples) in [
        [known, TestSample.energy(10, from: TestTime.at(1))],
        [TestSample.heartRate(140, at: TestTime.at(1.4)), TestSample.energy(20, from: TestTime.at(1.5))],
      ].enumerated() {
        try await test.store.addSamples(samples, to: workout)
        let found = try await all(test.store, .workoutType()).compactMap { $0 as? HKWorkout }.first { $0 == workout }
        let statistics = try #require(found)
        #expect(
          statistics.statistics(for: energy)?.sumQuantity()
            == HKQuantity(unit: .kilocalorie(), doubleValue: sums[index]))
        #expect(
          statistics.statistics(for: rate)?.averageQuantity()
            == HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: [100, 120][index]))
        #expect(statistics.statistics(for: rate)?.startDate == workout.startDate)
      }
    }
    let fast = HKQuery.predicateForWorkouts(
      operatorType: .greaterThan, quantityType: rate,
      averageQuantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 110))
    let matching = HKSampleQueryDescriptor(predicates: [.workout(fast)], sortDescriptors: [])
    #expect(try await matching.result(for: test.store).count == 2)
  }

  @Test("samples are added to a workout: new ones are saved, and existing ones are related")
  func workoutSamples() async throws {
    let test = try TestHealthStore()
    let workout = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    let known = TestSample.steps(1, from: TestTime.at(1))
    let new = TestSample.steps(2, from: TestTime.at(1.5))
    do {
      try await test.store.addSamples([new], to: workout)
      Issue.record("the workout has not been saved")
    } catch HKError.errorInvalidArgument {}
    #expect(try await all(test.store, steps).isEmpty)
    try await test.store.save([known, workout, TestSample.steps(3, from: TestTime.at(1.2))])
    let calls = Calls<Bool>()
    test.store.add([known, new], to: workout) { success, _ in calls.add(success) }
    #expect(try await calls.next())
    let found = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps, predicate: HKQuery.predicateForObjects(from: workout))],
      sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: test.store)
    #expect(found == [known, new])
  }

  @Test("a workout is read back with its events, activities and statistics")
  func workouts() async throws {
    let test = try TestHealthStore()
    let pause = HKWorkoutEvent(
      type: .pause, dateInterval: DateInterval(start: TestTime.at(1.25), duration: 0), metadata: ["why": "rain"])
    let resume = HKWorkoutEvent(
      type: .resume, dateInterval: DateInterval(start: TestTime.at(1.5), duration: 0), metadata: nil)
    let workout = HKWorkout(
      activityType: .cycling, start: TestTime.at(1), end: TestTime.at(2), workoutEvents: [pause, resume],
      totalEnergyBurned: HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 418.4),
      totalDistance: HKQuantity(unit: .mile(), doubleValue: 10), metadata: nil)
    try await test.store.save(workout)
    let found = try #require(try await all(test.store, .workoutType()).first as? HKWorkout)
    #expect(found.workoutActivityType == .cycling)
    #expect(found.workoutEvents == [pause, resume])
    #expect(found.duration == 2_700)
    let energy = found.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()
    #expect(abs((energy?.doubleValue(for: .kilocalorie()) ?? 0) - 100) < 1e-9)
    let distance = found.statistics(for: HKQuantityType(.distanceCycling))?.sumQuantity()
    #expect(abs((distance?.doubleValue(for: .mile()) ?? 0) - 10) < 1e-9)
  }

  @Test("a quantity that is not finite is refused, alone and in a correlation")
  func notFinite() async throws {
    let test = try TestHealthStore()
    for value in [Double.nan, .infinity, -.infinity] {
      await #expect(throws: HKError.self) { try await test.store.save(TestSample.steps(value, from: TestTime.at(1))) }
      let food = TestSample.food([TestSample.dietaryEnergy(value, at: TestTime.at(1))], at: TestTime.at(1))
      await #expect(throws: HKError.self) { try await test.store.save([food]) }
    }
    let everything = HKSamplePredicate.sample(type: HKQuantityType(.stepCount))
    #expect(
      try await HKSampleQueryDescriptor(predicates: [everything], sortDescriptors: []).result(for: test.store).isEmpty)
  }
}
