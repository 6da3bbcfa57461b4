import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Concurrent calls of builders")
struct BuilderConcurrencyTests {
  private func workouts(_ store: HKHealthStore) async throws -> [HKWorkout] {
    try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store)
  }

  private func steps(_ store: HKHealthStore, of workout: HKWorkout? = nil) async throws -> Set<UUID> {
    let predicate = workout.map { HKQuery.predicateForObjects(from: $0) }
    return Set(
      try await HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.stepCount), predicate: predicate)], sortDescriptors: []
      ).result(for: store).map(\.uuid))
  }

  @Test(
    "a workout that is finished many times concurrently is stored once, with everything that was added",
    arguments: 0..<4)
  func finishing(round: Int) async throws {
    let test = try TestHealthStore()
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: HKWorkoutConfiguration(), device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    try await builder.addSamples([TestSample.steps(1, from: TestTime.at(1))])
    try await builder.endCollection(at: TestTime.at(2))
    let samples = (0..<16).map { TestSample.steps(Double($0), from: TestTime.at(1.1)) }
    // Each is either added before, or reports that it was not.
    let (finished, added) = await withTaskGroup(of: (HKWorkout?, UUID?).self) { group in
      for sample in samples {
        group.addTask { await ((try? builder.addSamples([sample])) != nil) ? (nil, sample.uuid) : (nil, nil) }
      }
      for _ in 0..<6 { group.addTask { (try? await builder.finishWorkout(), nil) } }
      return await group.reduce(into: ([HKWorkout](), Set<UUID>())) { all, one in
        if let workout = one.0 { all.0.append(workout) }
        if let uuid = one.1 { all.1.insert(uuid) }
      }
    }
    #expect(finished.count == 1)
    let stored = try await workouts(test.store)
    #expect(stored == finished)
    let workout = try #require(stored.first)
    #expect(try await steps(test.store, of: workout).isSuperset(of: added))
    #expect(try await steps(test.store).count == added.count + 1)
    await #expect(throws: HKError.self) { try await builder.addSamples([TestSample.steps(1, from: TestTime.at(1))]) }
    builder.discardWorkout()
    #expect(try await workouts(test.store).count == 1)
  }

  @Test("a workout that could not be saved can be finished again")
  func failing() async throws {
    let scratch = try ScratchStore()
    let client = scratch.opened(.ask(Person.willing()))
    let builder = HKWorkoutBuilder(healthStore: client, configuration: HKWorkoutConfiguration(), device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    try await builder.endCollection(at: TestTime.at(2))
    await #expect(throws: HKError.self) { try await builder.finishWorkout() }
    try await builder.addSamples([TestSample.steps(1, from: TestTime.at(1))])
    try await client.requestAuthorization(
      toShare: [.workoutType(), HKQuantityType(.stepCount)], read: [])
    let workout = try #require(try await builder.finishWorkout())
    #expect(try await steps(client, of: workout).count == 1)
  }

  @Test("a series that is finished many times concurrently is stored once, with everything that was added")
  func series() async throws {
    let test = try TestHealthStore()
    let type = HKQuantityType(.stepCount)
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: test.store, quantityType: type, startDate: TestTime.at(1), device: nil)
    let one = HKQuantity(unit: .count(), doubleValue: 1)
    try builder.insert(one, at: TestTime.at(1))
    let (finished, added) = await withTaskGroup(of: (Int?, Bool).self) { group in
      for minute in 0..<16 {
        group.addTask { (nil, (try? builder.insert(one, at: TestTime.at(1 + Double(minute) / 60))) != nil) }
      }
      for _ in 0..<6 { group.addTask { (try? await builder.finishSeries(metadata: nil).count, false) } }
      return await group.reduce(into: ([Int](), 1)) { all, one in
        if let count = one.0 { all.0.append(count) }
        if one.1 { all.1 += 1 }
      }
    }
    #expect(finished == [added])
    #expect(try await steps(test.store).count == added)
  }
}
