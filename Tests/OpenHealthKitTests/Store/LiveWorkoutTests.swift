import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// The calls that a session's and a builder's delegate received.
private final class Listener: HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
  let states = Calls<[HKWorkoutSessionState]>()
  let types = Calls<Set<HKSampleType>>()
  let events = Calls<HKWorkoutEventType>()
  let failures = Calls<HKError.Code?>()
  let ended = Calls<HKWorkoutActivity>()

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

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {
    ended.add(workoutActivity)
  }
}

@Suite("Live workouts")
struct LiveWorkoutTests {
  @Test("mirroring and watches fail with the error for missing hardware")
  func mirroring() async throws {
    let store = try TestHealthStore().store
    store.workoutSessionMirroringStartHandler = { _ in Issue.record("There is no watch.") }
    #expect(store.workoutSessionMirroringStartHandler == nil)
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration())
    #expect(await errorCode { try await session.startMirroringToCompanionDevice() } == .errorHealthDataUnavailable)
    #expect(await errorCode { try await session.stopMirroringToCompanionDevice() } == .errorHealthDataUnavailable)
    #expect(
      await errorCode { try await session.sendToRemoteWorkoutSession(data: Data([1])) } == .errorHealthDataUnavailable)
    let answers = Calls<HKError.Code?>()
    session.startMirroringToCompanionDevice { answers.add($0 ? nil : ($1 as? HKError)?.code) }
    session.stopMirroringToCompanionDevice { answers.add($0 ? nil : ($1 as? HKError)?.code) }
    session.sendToRemoteWorkoutSession(data: Data()) { answers.add($0 ? nil : ($1 as? HKError)?.code) }
    for _ in 0..<3 { #expect(try await answers.next() == .errorHealthDataUnavailable) }
  }

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

  @Test("an activity in progress ends with the collection, and the delegate receives it with its statistics")
  func lastActivity() async throws {
    let test = try TestHealthStore()
    let listener = Listener()
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    builder.delegate = listener
    session.startActivity(with: TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    session.beginNewActivity(configuration: configuration(), date: TestTime.at(6.5), metadata: nil)
    let energy = HKQuantityType(.activeEnergyBurned)
    try await builder.addSamples([
      TestSample.energy(10, from: TestTime.at(6.2)), TestSample.energy(30, from: TestTime.at(6.6)),
    ])
    let current = builder.currentWorkoutActivity?.statistics(for: energy)?.sumQuantity()
    #expect(current == HKQuantity(unit: .kilocalorie(), doubleValue: 30))
    session.end()
    try await builder.endCollection(at: TestTime.at(7))
    #expect(builder.currentWorkoutActivity == nil)
    let ended = try await listener.ended.next()
    #expect(ended.endDate == TestTime.at(7))
    #expect(ended.statistics(for: energy)?.sumQuantity() == current)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.workoutActivities == [ended] && workout.workoutActivities.first?.duration == 1_800)
  }

  // MARK: - Statistics

  private let beats = HKUnit.count().unitDivided(by: .minute())

  /// A builder in a running session.
  private func running(
    _ test: TestHealthStore, _ listener: Listener
  ) async throws -> (session: HKWorkoutSession, builder: HKLiveWorkoutBuilder) {
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    builder.delegate = listener
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: test.store, workoutConfiguration: configuration())
    session.startActivity(with: TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    return (session, builder)
  }

  /// Everything that a query over all samples of a type returns.
  private func queried(_ type: HKQuantityType, _ store: HKHealthStore) throws -> HKStatistics? {
    let values: HKStatisticsOptions =
      type.aggregationStyle == .cumulative ? [.cumulativeSum] : [.discreteAverage, .discreteMin, .discreteMax]
    let plan = StatisticsPlan(
      type: type, predicate: nil, options: values.union([.mostRecent, .duration, .separateBySource]))
    return try plan.single(store.reader)
  }

  @Test("energy that two programs record of the same seconds counts once, in the builder, the workout and the query")
  func mergedSources() async throws {
    let test = try TestHealthStore()
    let listener = Listener()
    let (session, builder) = try await running(test, listener)
    let energy = HKQuantityType(.activeEnergyBurned)
    for (number, program) in ["first", "second"].map({
      test.second(client: .init(bundleIdentifier: "org.example.\($0)", name: $0))
    }).enumerated() {
      try await program.save(
        TestSample.energy(10, from: TestTime.at(6), to: TestTime.at(6.1)))
      _ = try await listener.types.next()
      #expect(builder.statistics(for: energy)?.sources?.count == number + 1)
    }
    #expect(builder.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 10)
    #expect(try queried(energy, test.store)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 10)
    session.stopActivity(with: TestTime.at(6.5))
    try await builder.endCollection(at: TestTime.at(6.5))
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 10)
  }

  @Test("the statistics of a live workout contain the latest value, the time covered and the sources")
  func latestValue() async throws {
    let test = try TestHealthStore()
    let listener = Listener()
    let (_, builder) = try await running(test, listener)
    let rate = HKQuantityType(.heartRate)
    try await test.second().save([
      TestSample.heartRate(120, at: TestTime.at(6.1)), TestSample.heartRate(140, at: TestTime.at(6.2)),
    ])
    _ = try await listener.types.next()
    let live = try #require(builder.statistics(for: rate))
    let query = try #require(try queried(rate, test.store))
    #expect(live.mostRecentQuantity()?.doubleValue(for: beats) == 140)
    #expect(live.mostRecentQuantityDateInterval() == DateInterval(start: TestTime.at(6.2), duration: 0))
    #expect(live.duration() == query.duration() && live.duration() != nil)
    #expect(live.sources == query.sources && live.sources?.count == 1)
    #expect(live.averageQuantity() == query.averageQuantity())
  }

  @Test("what is deleted or replaced in the store leaves the workout, which can be finished nevertheless")
  func deletions() async throws {
    let test = try TestHealthStore()
    let listener = Listener()
    let (session, builder) = try await running(test, listener)
    let other = test.second()
    let rate = HKQuantityType(.heartRate)
    let wrong = TestSample.heartRate(250, at: TestTime.at(6.1))
    try await other.save([wrong, TestSample.heartRate(130, at: TestTime.at(6.2))])
    _ = try await listener.types.next()
    #expect(builder.statistics(for: rate)?.maximumQuantity()?.doubleValue(for: beats) == 250)
    try await other.delete(wrong)
    #expect(try await listener.types.next() == [rate])
    #expect(builder.statistics(for: rate)?.maximumQuantity()?.doubleValue(for: beats) == 130)
    // One more that is deleted after the collection has ended.
    let late = TestSample.heartRate(135, at: TestTime.at(6.3))
    try await other.save(late)
    _ = try await listener.types.next()
    session.stopActivity(with: TestTime.at(6.5))
    try await builder.endCollection(at: TestTime.at(6.5))
    try await other.delete(late)
    let workout = try #require(try await builder.finishWorkout())
    let tied = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: rate, predicate: HKQuery.predicateForObjects(from: workout))],
      sortDescriptors: []
    ).result(for: test.store)
    #expect(tied.map { $0.quantity.doubleValue(for: beats) } == [130])
  }
}
