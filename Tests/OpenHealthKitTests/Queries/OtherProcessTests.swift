import Foundation
import HealthDatabase
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Queries are notified of changes by other processes")
struct OtherProcessTests {
  @Test("every long-running query is notified of saves and deletions by another process")
  func otherProcess() async throws {
    let test = try TestHealthStore()
    try test.store.connection.writing(homeZone: "GMT")
    let energy = HKQuantityType(.activeEnergyBurned)
    let observed = Calls<Bool>()
    let anchored = Calls<(added: Int, deleted: Int)>()
    let summaries = Calls<Double>()
    let statistics = Calls<Double>()
    let observer = HKObserverQuery(sampleType: energy, predicate: nil) { _, _, _ in observed.add(true) }
    let anchoredQuery = HKAnchoredObjectQuery(type: energy, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
      _, added, deleted, _, _ in anchored.add((added?.count ?? 0, deleted?.count ?? 0))
    }
    anchoredQuery.updateHandler = { _, added, deleted, _, _ in anchored.add((added?.count ?? 0, deleted?.count ?? 0)) }
    let summaryQuery = HKActivitySummaryQuery(predicate: nil) { _, _, _ in summaries.add(0) }
    summaryQuery.updateHandler = { _, days, _ in
      summaries.add(days?.first?.activeEnergyBurned.doubleValue(for: .kilocalorie()) ?? -1)
    }
    let collection = HKStatisticsCollectionQuery(
      quantityType: energy, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: TestTime.midnight,
      intervalComponents: DateComponents(calendar: TestTime.utc, day: 1))
    collection.initialResultsHandler = { _, _, _ in statistics.add(0) }
    collection.statisticsUpdateHandler = { _, day, _, _ in
      statistics.add(day?.sumQuantity()?.doubleValue(for: .kilocalorie()) ?? -1)
    }
    for query in [observer, anchoredQuery, summaryQuery, collection] { test.store.execute(query) }
    _ = try await (observed.next(), anchored.next(), summaries.next(), statistics.next())
    let path = test.store.configuration.path
    // An exit test's body runs in a process of its own.
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = HKHealthStore(configuration: .init(path: path, authorization: .allowAll))
      for minute in 0..<20 {
        try await store.save(TestSample.energy(1, from: TestTime.at(9).addingTimeInterval(Double(minute) * 60)))
      }
      let extra = TestSample.energy(50, from: TestTime.at(12))
      try await store.save(extra)
      try await store.delete(extra)
    }
    #expect(try await observed.next())
    var added = 0
    var deleted = 0
    while added < 20 || deleted < 1 {
      let call = try await anchored.next()
      added += call.added
      deleted += call.deleted
    }
    // The sample that was saved and deleted may have been seen in between.
    #expect((20...21).contains(added) && deleted == 1)
    while try await summaries.next() != 20 {}
    while try await statistics.next() != 20 {}
    for query in [observer, anchoredQuery, summaryQuery, collection] { test.store.stop(query) }
  }
}
