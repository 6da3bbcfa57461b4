import Foundation
import OpenHealthKit
import Testing

@Suite("Activities during a workout")
struct WorkoutBuilderActivityTests {
  @Test("an end date and more metadata can be added to an activity later")
  func updated() async throws {
    let test = try TestHealthStore()
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration, device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    let part = HKWorkoutActivity(
      workoutConfiguration: configuration, start: TestTime.at(1), end: nil, metadata: ["lap": 1, "why": "warm up"])
    try await builder.addWorkoutActivity(part)
    try await builder.updateActivity(uuid: part.uuid, end: TestTime.at(1.5))
    try await builder.updateActivity(uuid: part.uuid, adding: ["lap": 2])
    await #expect(throws: HKError.self) { try await builder.updateActivity(uuid: UUID(), end: TestTime.at(1.5)) }
    await #expect(throws: HKError.self) { try await builder.updateActivity(uuid: part.uuid, end: TestTime.at(0)) }
    try await builder.endCollection(at: TestTime.at(2))
    let workout = try #require(try await builder.finishWorkout())
    let found = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: test.store)
    for workout in [workout] + found {
      let activity = try #require(workout.workoutActivities.first)
      #expect(activity.uuid == part.uuid)
      #expect(activity.endDate == TestTime.at(1.5))
      #expect(activity.duration == 1_800)
      #expect(activity.metadata?["lap"] as? Int == 2)
      #expect(activity.metadata?["why"] as? String == "warm up")
    }
    #expect(found.count == 1)
  }

  private func configuration(_ type: HKWorkoutActivityType) -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = type
    return configuration
  }

  private func event(_ type: HKWorkoutEventType, at hours: Double) -> HKWorkoutEvent {
    HKWorkoutEvent(type: type, dateInterval: DateInterval(start: TestTime.at(hours), duration: 0), metadata: nil)
  }

  @Test("an activity has the events, the time without pauses and the statistics of its part of the workout")
  func collected() async throws {
    let test = try TestHealthStore()
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration(.swimBikeRun), device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    let swim = HKWorkoutActivity(
      workoutConfiguration: configuration(.swimming), start: TestTime.at(1), end: TestTime.at(2), metadata: nil)
    let ride = HKWorkoutActivity(
      workoutConfiguration: configuration(.cycling), start: TestTime.at(2), end: nil, metadata: nil)
    for activity in [swim, ride] { try await builder.addWorkoutActivity(activity) }
    // The pause and one of the samples last into the ride.
    try await builder.addWorkoutEvents([event(.lap, at: 1.5), event(.pause, at: 1.75), event(.resume, at: 2.25)])
    try await builder.addSamples([
      TestSample.energy(40, from: TestTime.at(1.5), to: TestTime.at(2.5)),
      TestSample.heartRate(100, at: TestTime.at(1)),
      TestSample.heartRate(150, at: TestTime.at(2)), TestSample.heartRate(170, at: TestTime.at(2.5)),
    ])
    let (energy, rate) = (HKQuantityType(.activeEnergyBurned), HKQuantityType(.heartRate))
    let beats = HKUnit.count().unitDivided(by: .minute())
    let current = try #require(builder.workoutActivities.last)
    #expect(current.endDate == nil)
    #expect(current.statistics(for: rate)?.mostRecentQuantity()?.doubleValue(for: beats) == 170)
    try await builder.endCollection(at: TestTime.at(3))
    let workout = try #require(try await builder.finishWorkout())
    let found = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: test.store)
    #expect(found.count == 1)
    for activities in [workout.workoutActivities, try #require(found.first).workoutActivities] {
      #expect(activities.map(\.endDate) == [TestTime.at(2), TestTime.at(3)])
      #expect(activities.map(\.duration) == [2_700, 2_700])
      #expect(activities.map { $0.workoutEvents.map(\.type) } == [[.lap, .pause], [.resume]])
      #expect(
        activities.map { $0.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) } == [20, 20])
      #expect(activities.map { $0.statistics(for: rate)?.averageQuantity()?.doubleValue(for: beats) } == [100, 160])
    }
    let fast = HKQuery.predicateForWorkoutActivities(
      operatorType: .greaterThan, quantityType: rate, averageQuantity: HKQuantity(unit: beats, doubleValue: 155))
    let matching = HKSampleQueryDescriptor(
      predicates: [.workout(HKQuery.predicateForWorkouts(activityPredicate: fast))], sortDescriptors: [])
    #expect(try await matching.result(for: test.store).map(\.uuid) == [workout.uuid])
  }
}
