import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Small programs that build workouts, each with what HealthKit's documentation promises.
@Suite("What the documentation promises of workouts")
struct WorkoutDeveloperTests {
  private let energy = HKQuantityType(.activeEnergyBurned)

  private func configuration(_ type: HKWorkoutActivityType = .running) -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = type
    return configuration
  }

  private func event(_ type: HKWorkoutEventType, _ hour: Double, seconds: Double = 0) -> HKWorkoutEvent {
    HKWorkoutEvent(
      type: type, dateInterval: DateInterval(start: TestTime.at(hour), duration: seconds), metadata: nil)
  }

  @Test("pauses of the user and of motion do not count towards the duration; laps and segments change nothing")
  func pauses() async throws {
    let test = try TestHealthStore()
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration(), device: .local())
    try await builder.beginCollection(at: TestTime.at(1))
    try await builder.addWorkoutEvents([
      event(.pause, 1.2), event(.resume, 1.3), event(.lap, 1.4, seconds: 60), event(.segment, 1.4, seconds: 600),
      event(.motionPaused, 1.5), event(.motionResumed, 1.7), event(.marker, 1.8), event(.pauseOrResumeRequest, 1.85),
    ])
    #expect(builder.elapsedTime(at: TestTime.at(1.1)).rounded() == 360)
    #expect(builder.elapsedTime(at: TestTime.at(1.25)).rounded() == 720)
    #expect(builder.elapsedTime(at: TestTime.at(0.5)) == 0)
    try await builder.addMetadata(["a": 1, HKMetadataKeyIndoorWorkout: true])
    try await builder.addMetadata(["a": 2])
    try await builder.endCollection(at: TestTime.at(2))
    #expect(builder.elapsedTime(at: TestTime.at(9)).rounded() == 0.7 * 3_600)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.duration.rounded() == 0.7 * 3_600)
    #expect(workout.startDate == TestTime.at(1) && workout.endDate == TestTime.at(2))
    #expect(workout.workoutEvents?.count == 8 && workout.device == .local())
    #expect(workout.metadata?["a"] as? Int == 2 && workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
    #expect(workout.statistics(for: energy) == nil && workout.allStatistics.isEmpty)
    let read = try #require(
      try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: test.store).first)
    #expect(read == workout && read.duration == workout.duration && read.workoutEvents?.count == 8)
    #expect(read.workoutEvents?.map(\.type) == workout.workoutEvents?.map(\.type))
  }

  @Test("a discarded builder refuses everything else, saves nothing, and leaves samples of the store alone")
  func discarded() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.energy(5, from: TestTime.at(1)))
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration(), device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    try await builder.addSamples([TestSample.energy(10, from: TestTime.at(1.1))])
    builder.discardWorkout()
    builder.discardWorkout()
    #expect(await errorCode { try await builder.addSamples([TestSample.energy(1, from: TestTime.at(1.2))]) } != nil)
    #expect(await errorCode { try await builder.endCollection(at: TestTime.at(2)) } != nil)
    #expect(await errorCode { try await builder.finishWorkout() } != nil)
    #expect(await errorCode { try await builder.beginCollection(at: TestTime.at(3)) } != nil)
    let all = HKSampleQueryDescriptor(
      predicates: [.sample(type: energy), .sample(type: .workoutType())], sortDescriptors: [])
    #expect(try await all.result(for: test.store).count == 1)
  }

  @Test("a session that ends while it is paused counts the time before the pause, and its events reach the builder")
  func endedWhilePaused() async throws {
    let clock = Lock(TestTime.at(6))
    let test = try TestHealthStore(now: { clock.withLock { $0 } })
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    session.startActivity(with: nil)
    #expect(session.startDate == TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    clock.withLock { $0 = TestTime.at(6.5) }
    session.pause()
    #expect(session.state == .paused)
    clock.withLock { $0 = TestTime.at(7) }
    #expect(builder.elapsedTime == 1_800)
    session.stopActivity(with: nil)
    #expect(session.state == .stopped && session.endDate == TestTime.at(7))
    try await builder.endCollection(at: TestTime.at(7))
    let workout = try #require(try await builder.finishWorkout())
    session.end()
    #expect(workout.duration == 1_800 && workout.workoutEvents?.first?.type == .pause)
    #expect(session.endDate == TestTime.at(7))
  }

  @Test("the data source has the types that fit the activity, and a predicate limits what is collected")
  func dataSource() async throws {
    let test = try TestHealthStore()
    func types(_ type: HKWorkoutActivityType) -> Set<HKQuantityType> {
      HKLiveWorkoutDataSource(healthStore: test.store, workoutConfiguration: configuration(type)).typesToCollect
    }
    #expect(types(.cycling).contains(HKQuantityType(.distanceCycling)))
    #expect(types(.running).contains(HKQuantityType(.distanceWalkingRunning)))
    #expect(types(.yoga).contains(HKQuantityType(.heartRate)))
    let source = HKLiveWorkoutDataSource(healthStore: test.store, workoutConfiguration: configuration(.yoga))
    source.disableCollection(for: HKQuantityType(.heartRate))
    #expect(!source.typesToCollect.contains(HKQuantityType(.heartRate)))
    let large = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 5))
    source.enableCollection(for: energy, predicate: large)
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration(.yoga))
    let builder = session.associatedWorkoutBuilder()
    builder.dataSource = source
    session.startActivity(with: TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    try await test.second().save([
      TestSample.energy(3, from: TestTime.at(6.1)), TestSample.energy(7, from: TestTime.at(6.2)),
      TestSample.energy(20, from: TestTime.at(5)), TestSample.heartRate(100, at: TestTime.at(6.1)),
    ])
    while builder.statistics(for: energy) == nil { await Task.yield() }
    #expect(builder.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 7)
    #expect(builder.statistics(for: HKQuantityType(.heartRate)) == nil)
    session.end()
    try await builder.endCollection(at: TestTime.at(7))
    let sum = try await builder.finishWorkout()?.statistics(for: energy)?.sumQuantity()
    #expect(sum == HKQuantity(unit: .kilocalorie(), doubleValue: 7))
  }

  @Test("workouts are found by type, duration, and the statistics of their samples")
  func predicates() async throws {
    let test = try TestHealthStore()
    var workouts: [HKWorkout] = []
    for (index, type) in [HKWorkoutActivityType.running, .cycling, .running].enumerated() {
      let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration(type), device: nil)
      let start = TestTime.at(Double(index) * 3)
      try await builder.beginCollection(at: start)
      try await builder.addSamples([
        TestSample.energy(Double(index + 1) * 100, from: start, to: start + 600),
        TestSample.heartRate(Double(100 + 20 * index), at: start + 60),
      ])
      try await builder.endCollection(at: start + Double(index + 1) * 1_200)
      workouts.append(try #require(try await builder.finishWorkout()))
    }
    func found(_ predicate: NSPredicate) async throws -> [Int] {
      let query = HKSampleQueryDescriptor(
        predicates: [.workout(predicate)], sortDescriptors: [SortDescriptor(\.startDate)])
      return try await query.result(for: test.store).compactMap { workouts.firstIndex(of: $0) }
    }
    func calories(_ value: Double) -> HKQuantity { HKQuantity(unit: .kilocalorie(), doubleValue: value) }
    let beats = HKUnit(from: "count/min")
    #expect(try await found(HKQuery.predicateForWorkouts(with: .running)) == [0, 2])
    #expect(try await found(HKQuery.predicateForWorkouts(with: .greaterThan, duration: 1_200)) == [1, 2])
    #expect(
      try await found(
        HKQuery.predicateForWorkouts(operatorType: .lessThan, quantityType: energy, sumQuantity: calories(250)))
        == [0, 1])
    #expect(
      try await found(
        HKQuery.predicateForWorkouts(
          operatorType: .greaterThanOrEqualTo, quantityType: HKQuantityType(.heartRate),
          maximumQuantity: HKQuantity(unit: beats, doubleValue: 140))) == [2])
    #expect(
      try await found(
        HKQuery.predicateForWorkouts(
          activityPredicate: HKQuery.predicateForWorkoutActivities(workoutActivityType: .cycling))) == [1])
    let sorted = try await HKSampleQueryDescriptor(
      predicates: [.workout()], sortDescriptors: [SortDescriptor(\.duration, order: .reverse)], limit: 1
    ).result(for: test.store)
    #expect(sorted == [workouts[2]])
    let average = workouts[1].statistics(for: HKQuantityType(.heartRate))?.averageQuantity()
    #expect(average?.doubleValue(for: beats) == 120)
    #expect(workouts[1].allStatistics.count == 2)
  }
}
