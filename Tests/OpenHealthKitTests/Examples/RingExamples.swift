import Foundation
import OpenHealthKit

// example: LiveRings
func followRings(
  of store: HKHealthStore, show: @escaping @Sendable ([HKActivitySummary]) -> Void
) -> HKActivitySummaryQuery {
  let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, _ in show(summaries ?? []) }
  // Called again whenever a commit, by any process, has changed one of the days.
  query.updateHandler = { _, summaries, _ in show(summaries ?? []) }
  store.execute(query)
  return query
}
// end

// example: ObserveStandHours
func observeStandHours(in store: HKHealthStore, changed: @escaping @Sendable () -> Void) -> HKObserverQuery {
  let query = HKObserverQuery(sampleType: HKCategoryType(.appleStandHour), predicate: nil) { _, finished, error in
    if error == nil { changed() }
    finished()
  }
  store.execute(query)
  return query
}
// end

// example: DeliverRings
func deliverRings(path: String, program: [String], changed: @escaping @Sendable () -> Void) async throws {
  var configuration = HKHealthStore.Configuration(path: path)
  configuration.launchCommand = program
  let store = HKHealthStore(configuration: configuration)
  let type = HKQuantityType(.activeEnergyBurned)
  // Without the call of its completion handler a delivery counts as missed, and is made again.
  store.execute(
    HKObserverQuery(sampleType: type, predicate: nil) { _, finished, error in
      if error == nil { changed() }
      finished()
    })
  try await store.enableBackgroundDelivery(for: type, frequency: .hourly)
}
// end
