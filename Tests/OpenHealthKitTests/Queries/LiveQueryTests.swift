import Foundation
import HealthQueries
import Testing

@testable import HealthDatabase
@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Long-running queries")
struct LiveQueryTests {
  private let steps = HKQuantityType(.stepCount)

  @Test("an observer is called at the start, then after saves and deletions through any store, and never once stopped")
  func observer() async throws {
    let test = try TestHealthStore()
    let other = test.second()
    let calls = Calls<Bool>()
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
      completion()
      calls.add(error == nil)
    }
    test.store.execute(query)
    #expect(try await calls.next())
    let mine = TestSample.steps(1, from: TestTime.at(1))
    try await test.store.save(mine)
    #expect(try await calls.next())
    try await other.save(TestSample.steps(2, from: TestTime.at(2)))
    #expect(try await calls.next())
    try await test.store.delete(mine)
    #expect(try await calls.next())
    // Of another type, then of this one: the first alone must not be reported.
    try await other.save(TestSample.energy(3, from: TestTime.at(3)))
    try await other.save(TestSample.steps(3, from: TestTime.at(3)))
    #expect(try await calls.next())
    test.store.stop(query)
    test.store.stop(query)
    let count = calls.count
    try await other.save(TestSample.steps(4, from: TestTime.at(4)))
    // Once another query has been notified, this one would have been too.
    let witness = Calls<Bool>()
    let second = HKObserverQuery(sampleType: steps, predicate: nil) { _, _, _ in witness.add(true) }
    test.store.execute(second)
    _ = try await witness.next()
    try await other.save(TestSample.steps(5, from: TestTime.at(5)))
    _ = try await witness.next()
    #expect(calls.count == count)
    test.store.stop(second)
  }

  @Test("an observer with a predicate is only notified of matching samples, also with several types")
  func observerSelection() async throws {
    let test = try TestHealthStore()
    let late = HKQuery.predicateForSamples(withStart: TestTime.at(10), end: nil)
    let calls = Calls<Set<HKSampleType>?>()
    let query = HKObserverQuery(queryDescriptors: [
      HKQueryDescriptor(sampleType: steps, predicate: late),
      HKQueryDescriptor(sampleType: HKCategoryType(.appleStandHour), predicate: nil),
    ]) { _, types, _, _ in calls.add(types) }
    test.store.execute(query)
    #expect(try await calls.next() == [])
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    try await test.store.save(TestSample.stood(TestTime.at(2)))
    #expect(try await calls.next() == [HKCategoryType(.appleStandHour)])
    try await test.store.save([TestSample.steps(1, from: TestTime.at(11)), TestSample.stood(TestTime.at(3))])
    #expect(try await calls.next() == [steps, HKCategoryType(.appleStandHour)])
    test.store.stop(query)
  }

  @Test("an observer of a store that does not exist yet is notified of its first save")
  func beforeTheStore() async throws {
    let test = try TestHealthStore()
    let calls = Calls<Bool>()
    let reader = test.second()
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, _, error in calls.add(error == nil) }
    reader.execute(query)
    #expect(try await calls.next())
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    #expect(try await calls.next())
    reader.stop(query)
  }

  @Test("ten thousand samples in one transaction cause one call")
  func oneTransaction() async throws {
    let test = try TestHealthStore()
    let calls = Calls<Int>()
    let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
      _, samples, _, _, _ in calls.add(samples?.count ?? -1)
    }
    query.updateHandler = { _, samples, _, _, _ in calls.add(samples?.count ?? -1) }
    test.store.execute(query)
    #expect(try await calls.next() == 0)
    let start = TestTime.at(-400)
    try await test.second().save(
      (0..<10_000).map { TestSample.steps(1, from: start.addingTimeInterval(Double($0) * 60)) })
    #expect(try await calls.next() == 10_000)
    #expect(calls.count == 2)
    test.store.stop(query)
  }

  @Test("a deletion of more samples than are remembered is reported, although nothing is left of the type")
  func massDeletion() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let (calls, notices) = (Calls<Bool>(), Calls<Void>())
    let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
      _, _, _, anchor, _ in calls.add(anchor?.startsOver == true)
    }
    query.updateHandler = { _, _, _, anchor, _ in calls.add(anchor?.startsOver == true) }
    let observer = HKObserverQuery(sampleType: steps, predicate: nil) { _, done, _ in
      notices.add(())
      done()
    }
    test.store.execute(query)
    test.store.execute(observer)
    #expect(try await calls.next() == false)
    try await notices.next()
    try test.second().connection.writing().write { db in
      _ = try SampleDeleter.delete(db, rows: [1])
      try Retention.skipTombstones(db, count: 1_000_000)
    }
    #expect(try await calls.next())
    try await notices.next()
    test.store.stop(query)
    test.store.stop(observer)
  }

  @Test("no commit is missed, whichever process writes and however fast")
  func nothingMissed() async throws {
    let test = try TestHealthStore()
    let calls = Calls<[UUID]>()
    let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
      _, samples, _, _, _ in calls.add(samples?.map(\.uuid) ?? [])
    }
    query.updateHandler = { _, samples, _, _, _ in calls.add(samples?.map(\.uuid) ?? []) }
    test.store.execute(query)
    let connections = [test.store, test.second(), test.second()]
    let saved = try await withThrowingTaskGroup(of: [UUID].self) { group in
      for connection in connections {
        group.addTask {
          var uuids: [UUID] = []
          for minute in 0..<40 {
            let sample = TestSample.steps(1, from: TestTime.at(0).addingTimeInterval(Double(minute) * 60))
            try await connection.save(sample)
            uuids.append(sample.uuid)
          }
          return uuids
        }
      }
      return try await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    var heard: [UUID] = []
    while heard.count < saved.count { heard += try await calls.next() }
    #expect(Set(heard) == saved)
    #expect(heard.count == saved.count)
    test.store.stop(query)
  }

  @Test("all summaries are reported first, then only those that changed")
  func summaries() async throws {
    let test = try TestHealthStore()
    try test.store.connection.writing(homeZone: "GMT")
    try await test.store.save([
      TestSample.energy(100, from: TestTime.at(9, -1)), TestSample.energy(40, from: TestTime.at(9)),
    ])
    let calls = Calls<[Double]>()
    @Sendable func energies(_ summaries: [HKActivitySummary]?) -> [Double] {
      (summaries ?? []).map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }
    }
    let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, _ in calls.add(energies(summaries)) }
    query.updateHandler = { _, summaries, _ in calls.add(energies(summaries)) }
    test.store.execute(query)
    #expect(try await calls.next() == [100, 40])
    try await test.second().save(TestSample.energy(5, from: TestTime.at(10)))
    #expect(try await calls.next() == [45])
    try await test.second().save(TestSample.steps(5, from: TestTime.at(10)))
    try await test.second().save(TestSample.energy(1, from: TestTime.at(11, -1)))
    #expect(try await calls.next() == [101])
    test.store.stop(query)
  }

  @Test("a sequence yields the same as result, then each change, and ends when its task is cancelled")
  func sequences() async throws {
    let test = try TestHealthStore()
    let first = TestSample.steps(1, from: TestTime.at(1))
    try await test.store.save(first)
    let descriptor = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
    let calls = Calls<[UUID]>()
    let task = Task {
      for try await result in descriptor.results(for: test.store) {
        calls.add(result.addedSamples.map(\.uuid) + result.deletedObjects.map(\.uuid))
      }
      return true
    }
    #expect(try await calls.next() == [first.uuid])
    let second = TestSample.steps(2, from: TestTime.at(2))
    try await test.second().save(second)
    #expect(try await calls.next() == [second.uuid])
    try await test.store.delete(first)
    #expect(try await calls.next() == [first.uuid])
    task.cancel()
    #expect(try await task.value)
  }

  @Test("summaries and statistics have sequences too")
  func otherSequences() async throws {
    let test = try TestHealthStore()
    try test.store.connection.writing(homeZone: "GMT")
    try await test.store.save(TestSample.energy(40, from: TestTime.at(9)))
    var summaries = HKActivitySummaryQueryDescriptor(predicate: nil).results(for: test.store).makeAsyncIterator()
    #expect(try await summaries.next()?.count == 1)
    let interval = DateComponents(calendar: TestTime.utc, day: 1)
    var statistics = HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: HKQuantityType(.activeEnergyBurned)), options: .cumulativeSum,
      anchorDate: TestTime.midnight, intervalComponents: interval
    ).results(for: test.store).makeAsyncIterator()
    let initial = try #require(try await statistics.next())
    #expect(initial.updatedStatistics == nil)
    #expect(initial.statisticsCollection.statistics().count == 1)
    try await test.second().save(TestSample.energy(2, from: TestTime.at(9, -3)))
    #expect(try await summaries.next()?.first?.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 2)
    let update = try #require(try await statistics.next())
    #expect(update.updatedStatistics?.map(\.startDate) == [TestTime.at(0, -3)])
    #expect(update.statisticsCollection.statistics().count == 2)
  }

  @Test("a statistics collection query is called once for each interval that changed")
  func collectionUpdates() async throws {
    let test = try TestHealthStore()
    let gone = TestSample.steps(5, from: TestTime.at(1, -5))
    try await test.store.save([gone, TestSample.steps(10, from: TestTime.at(1))])
    let query = HKStatisticsCollectionQuery(
      quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: TestTime.midnight,
      intervalComponents: DateComponents(calendar: TestTime.utc, day: 1))
    let calls = Calls<Double?>()
    query.initialResultsHandler = { _, collection, _ in calls.add(Double(collection?.statistics().count ?? -1)) }
    query.statisticsUpdateHandler = { _, statistics, _, _ in
      calls.add(statistics?.sumQuantity()?.doubleValue(for: .count()))
    }
    test.store.execute(query)
    #expect(try await calls.next() == 2)
    try await test.second().save([
      TestSample.steps(1, from: TestTime.at(2)), TestSample.steps(2, from: TestTime.at(2, -1)),
    ])
    #expect(try await calls.next() == 2)
    #expect(try await calls.next() == 11)
    try await test.store.delete(gone)
    #expect(try await calls.next() == nil)
    test.store.stop(query)
  }

  @Test("a handler may stop its own query, after which it is not called again")
  func stopInside() async throws {
    let test = try TestHealthStore()
    let calls = Calls<Bool>()
    let store = test.store
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { query, _, _ in
      calls.add(true)
      store.stop(query)
    }
    store.execute(query)
    _ = try await calls.next()
    let witness = Calls<Bool>()
    let second = HKObserverQuery(sampleType: steps, predicate: nil) { _, _, _ in witness.add(true) }
    store.execute(second)
    _ = try await witness.next()
    try await store.save(TestSample.steps(1, from: TestTime.at(1)))
    _ = try await witness.next()
    store.stop(second)
    #expect(calls.count == 1)
  }

  @Test("setting a handler after execution traps, and so does a limit together with updates")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(configuration: .init(path: "/nonexistent/health.sqlite", authorization: .allowAll))
      let query = HKActivitySummaryQuery(predicate: nil) { _, _, _ in }
      store.execute(query)
      query.updateHandler = { _, _, _ in }
    }
    await #expect(processExitsWith: .failure) {
      let query = HKAnchoredObjectQuery(
        type: HKQuantityType(.stepCount), predicate: nil, anchor: nil, limit: 5
      ) { _, _, _, _, _ in }
      query.updateHandler = { _, _, _, _, _ in }
    }
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(configuration: .init(path: "/nonexistent/health.sqlite", authorization: .allowAll))
      store.execute(
        HKStatisticsCollectionQuery(
          quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, anchorDate: Date(),
          intervalComponents: DateComponents(day: 1)))
    }
  }
}
