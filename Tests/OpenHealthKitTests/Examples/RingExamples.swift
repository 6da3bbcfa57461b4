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
