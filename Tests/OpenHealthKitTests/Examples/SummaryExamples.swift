import Foundation
import OpenHealthKit

// example: SummariesOfAWeek
func week(before day: Date, in store: HKHealthStore) async throws -> [HKActivitySummary] {
  let calendar = Calendar(identifier: .gregorian)
  let units: Set<Calendar.Component> = [.era, .year, .month, .day]
  var last = calendar.dateComponents(units, from: day)
  var first = calendar.dateComponents(units, from: day.addingTimeInterval(-6 * 86_400))
  // A summary's day means nothing without the calendar that it is counted in.
  last.calendar = calendar
  first.calendar = calendar
  let predicate = HKQuery.predicate(forActivitySummariesBetweenStart: first, end: last)
  return try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: store)
}
// end

// example: SummariesWithAHandler
func printMoveGoals(of store: HKHealthStore, done: @escaping @Sendable ([String]) -> Void) {
  let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, error in
    guard let summaries else { return done(["failed: \(error?.localizedDescription ?? "no reason")"]) }
    // Handlers run in the background. Go to the main queue yourself where a view is waiting.
    done(
      summaries.map { summary in
        let day = summary.dateComponents(for: Calendar(identifier: .gregorian))
        let goal = summary.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie())
        return "\(day.year ?? 0)-\(day.month ?? 0)-\(day.day ?? 0): \(goal)"
      })
  }
  store.execute(query)
}
// end
