import Foundation
import OpenHealthKit
import Testing

/// Mocks as in the tests of client programs: subclasses in another module.
private final class QueryMock: HKSampleQuery, @unchecked Sendable {
  var mark: Int { 7 }
}

// A subclass of an open class must repeat that it is Sendable; the queries are so by their locks.
private final class StatisticsMock: HKStatisticsQuery, @unchecked Sendable {}
private final class SummaryMock: HKActivitySummaryQuery, @unchecked Sendable {}
private final class ObserverMock: HKObserverQuery, @unchecked Sendable {}
private final class AnchoredMock: HKAnchoredObjectQuery, @unchecked Sendable {}

/// Overrides every initializer and adds one, as mocks do.
private final class ObserverSpy: HKObserverQuery, @unchecked Sendable {
  let mark: Int

  init(mark: Int, type: HKSampleType) {
    self.mark = mark
    super.init(sampleType: type, predicate: nil) { _, _, _ in }
  }

  override init(
    sampleType: HKSampleType, predicate: NSPredicate?,
    updateHandler:
      @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
  ) {
    mark = 1
    super.init(sampleType: sampleType, predicate: predicate, updateHandler: updateHandler)
  }

  override init(
    queryDescriptors: [HKQueryDescriptor],
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    mark = 2
    super.init(queryDescriptors: queryDescriptors, updateHandler: updateHandler)
  }
}

private final class SexMock: HKBiologicalSexObject, @unchecked Sendable {
  override var biologicalSex: HKBiologicalSex { .other }
}

@Suite("Queries and characteristics can be subclassed")
struct MockTests {
  @Test("a subclass of a query is executed like the query itself")
  func query() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(3, from: TestTime.at(1)))
    let calls = Calls<Int>()
    let query = QueryMock(
      sampleType: HKQuantityType(.stepCount), predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil
    ) { query, samples, _ in calls.add((samples?.count ?? 0) + ((query as? QueryMock)?.mark ?? 0)) }
    test.store.execute(query)
    #expect(try await calls.next() == 8)
  }

  @Test("a subclass of a query can override its initializers and add one of its own")
  func initializers() {
    let steps = HKQuantityType(.stepCount)
    #expect(ObserverSpy(mark: 7, type: steps).mark == 7)
    #expect(ObserverSpy(sampleType: steps, predicate: nil) { _, _, _ in }.mark == 1)
    let descriptor = HKQueryDescriptor(sampleType: steps, predicate: nil)
    #expect(ObserverSpy(queryDescriptors: [descriptor]) { _, _, _, _ in }.mark == 2)
  }

  @Test("the effort scores of a workout are those that were related to it")
  func efforts() async throws {
    let test = try TestHealthStore()
    let store = test.store
    let runs = [
      TestSample.run(from: TestTime.at(1), to: TestTime.at(2)),
      TestSample.run(from: TestTime.at(3), to: TestTime.at(4)),
    ]
    try await store.save(runs)
    func score(_ value: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(.workoutEffortScore),
        quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value), start: TestTime.at(1), end: TestTime.at(2))
    }
    let (hard, easy) = (score(8), score(2))
    try await store.relateWorkoutEffortSample(hard, with: runs[0], activity: nil)
    try await store.relateWorkoutEffortSample(easy, with: runs[1], activity: runs[1].workoutActivities.first)
    await #expect(throws: HKError.self) {
      try await store.relateWorkoutEffortSample(
        TestSample.steps(1, from: TestTime.at(1)), with: runs[0], activity: nil)
    }
    func related(to workout: HKWorkout) async throws -> [UUID] {
      let predicate = HKQuery.predicateForWorkoutEffortSamplesRelated(workout: workout, activity: nil)
      return try await HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.workoutEffortScore), predicate: predicate)],
        sortDescriptors: []
      ).result(for: store).map(\.uuid)
    }
    #expect(try await related(to: runs[0]) == [hard.uuid])
    #expect(try await related(to: runs[1]) == [easy.uuid])
    let all = HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default)
    let relationships = try await all.result(for: store).relationships
    #expect(relationships.map(\.workout) == runs && relationships.map { $0.samples } == [[hard], [easy]])
    let estimate = HKQuantitySample(
      type: HKQuantityType(.estimatedWorkoutEffortScore),
      quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 5), start: TestTime.at(1), end: TestTime.at(2))
    var updates = all.results(for: store).makeAsyncIterator()
    #expect(try await updates.next()?.relationships.count == 2)
    try await store.relateWorkoutEffortSample(estimate, with: runs[0], activity: nil)
    #expect(try await updates.next()?.relationships.first?.samples?.count == 2)
    let first = HKQuery.predicateForObject(with: runs[0].uuid)
    let best = try await HKWorkoutEffortRelationshipQueryDescriptor(
      predicate: first, anchor: nil, option: .mostRelevant
    ).result(for: store)
    #expect(best.relationships.map { $0.samples } == [[hard]])
    try await store.unrelateWorkoutEffortSample(hard, from: runs[0], activity: nil)
    #expect(try await related(to: runs[0]) == [])
    await #expect(throws: HKError.self) {
      try await store.unrelateWorkoutEffortSample(hard, from: runs[0], activity: nil)
    }
    await #expect(throws: HKError.self) { try await store.startWatchApp(toHandle: HKWorkoutConfiguration()) }
    #expect(try await store.recoverActiveWorkoutSession() == nil)
  }

  @Test("every workout has at least one activity")
  func activities() async throws {
    let run = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    let test = try TestHealthStore()
    try await test.store.save(run)
    let read = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: test.store)
    for workout in [run] + read {
      #expect(workout.workoutActivities.map(\.workoutConfiguration.activityType) == [.running])
      #expect(workout.workoutActivities.first?.duration == workout.duration)
    }
  }
}
