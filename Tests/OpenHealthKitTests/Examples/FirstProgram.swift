import OpenHealthKit

/// The complete first program. It prints, so its test runs it in a process of its own.
func firstProgram() async throws {
  // example: FirstProgram
  let store = HKHealthStore()
  try await store.requestAuthorization(toShare: [], read: [.activitySummaryType()])

  let everyDay = HKActivitySummaryQueryDescriptor(predicate: nil)
  for summary in try await everyDay.result(for: store).suffix(7) {
    let burned = summary.activeEnergyBurned.doubleValue(for: .kilocalorie())
    let goal = summary.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie())
    print("\(Int(burned)) of \(Int(goal)) kcal")
  }
  // end
}
