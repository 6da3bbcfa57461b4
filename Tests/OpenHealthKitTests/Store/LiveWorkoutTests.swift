import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit

/// The calls that a session's and a builder's delegate received.
private final class Listener: HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
  let states = Calls<[HKWorkoutSessionState]>()
  let types = Calls<Set<HKSampleType>>()
  let events = Calls<HKWorkoutEventType>()
  let failures = Calls<HKError.Code?>()

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    states.add([fromState, toState])
  }

  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
    failures.add((error as? HKError)?.code)
  }

  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
    events.add(event.type)
  }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
    types.add(collectedTypes)
  }

  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}

@Suite("Live workouts")
struct LiveWorkoutTests {
  private func configuration() -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    return configuration
  }

  @Test("a live workout collects samples that another program saves, and is related to them without saving them again")
  func collecting() async throws {
    let clock = Lock(TestTime.at(6))
    let test = try TestHealthStore(now: { clock.withLock { $0 } })
    let store = test.store
    let other = test.second()
    try await other.save(TestSample.heartRate(99, at: TestTime.at(5)))
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    #expect(session.associatedWorkoutBuilder() === builder && builder.workoutSession === session)
    let listener = Listener()
    session.delegate = listener
    builder.delegate = listener
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration())
    #expect(builder.dataSource?.typesToCollect.contains(HKQuantityType(.distanceWalkingRunning)) == true)
    session.prepare()
    session.startActivity(with: TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    #expect(try await listener.states.next() == [.notStarted, .prepared])
    #expect(try await listener.states.next() == [.prepared, .running])

    let beats = [120.0, 140].enumerated().map { TestSample.heartRate($1, at: TestTime.at(6.1 + Double($0) / 10)) }
    try await other.save(beats)
    #expect(try await listener.types.next() == [HKQuantityType(.heartRate)])
    let rate = HKUnit.count().unitDivided(by: .minute())
    #expect(
      builder.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()?.doubleValue(for: rate) == 130)

    clock.withLock { $0 = TestTime.at(6.2) }
    session.pause()
    clock.withLock { $0 = TestTime.at(6.3) }
    session.resume()
    #expect(try await listener.states.next() == [.running, .paused])
    #expect(try await listener.states.next() == [.paused, .running])
    #expect(try await listener.events.next() == .pause)
    #expect(try await listener.events.next() == .resume)
    #expect(abs(builder.elapsedTime(at: TestTime.at(6.5)) - 0.4 * 3_600) < 1e-6)
    session.stopActivity(with: TestTime.at(6.5))
    #expect(session.state == .stopped && session.endDate == TestTime.at(6.5))
    try await builder.endCollection(at: TestTime.at(6.5))
    // It is not related to the workout any more.
    try await other.save(TestSample.heartRate(60, at: TestTime.at(6.6)))
    let workout = try #require(try await builder.finishWorkout())
    session.end()
    #expect(session.state == .ended)
    #expect(abs(workout.duration - 0.4 * 3_600) < 1e-6 && workout.workoutEvents?.count == 2)
    let tied = try await HKSampleQueryDescriptor(
      predicates: [
        .quantitySample(type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForObjects(from: workout))
      ], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    #expect(tied.map(\.uuid) == beats.map(\.uuid))
    let all = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: HKQuantityType(.heartRate))], sortDescriptors: []
    ).result(for: store)
    #expect(all.count == 4)
    let read = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store)
    #expect(
      read.first?.statistics(for: HKQuantityType(.heartRate))?.maximumQuantity()?.doubleValue(for: rate) == 140)
  }

  @Test("invalid state changes of a session are reported to the delegate and change nothing")
  func wrongOrder() async throws {
    let test = try TestHealthStore()
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
    let listener = Listener()
    session.delegate = listener
    session.pause()
    #expect(try await listener.failures.next() == .errorInvalidArgument)
    #expect(session.state == .notStarted && session.startDate == nil)
    session.startActivity(with: TestTime.at(1))
    session.end()
    session.startActivity(with: nil)
    #expect(try await listener.failures.next() == .errorInvalidArgument)
    #expect(session.state == .ended && session.startDate == TestTime.at(1))
  }

  @Test("workout activities are collected")
  func activities() async throws {
    let test = try TestHealthStore()
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    session.startActivity(with: TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    let cycling = HKWorkoutConfiguration()
    cycling.activityType = .cycling
    session.beginNewActivity(configuration: cycling, date: TestTime.at(6.1), metadata: ["part": 1])
    #expect(builder.currentWorkoutActivity?.workoutConfiguration.activityType == .cycling)
    session.endCurrentActivity(on: TestTime.at(6.4))
    #expect(builder.currentWorkoutActivity == nil)
    session.stopActivity(with: TestTime.at(7))
    try await builder.endCollection(at: TestTime.at(7))
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.workoutActivities.map(\.startDate) == [TestTime.at(6.1)])
    #expect(workout.workoutActivities.map(\.endDate) == [TestTime.at(6.4)])
  }
}
