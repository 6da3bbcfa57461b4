import HealthKit

/// Prints the steps of the last two weeks as bars. It uses HealthKit's API and nothing else, so it compiles unchanged on iOS.
@main
struct StepChart {
  static func main() async throws {
    guard HKHealthStore.isHealthDataAvailable() else { return print("There is no health data here.") }
    let store = HKHealthStore()
    let steps = HKQuantityType(.stepCount)
    try await store.requestAuthorization(toShare: [], read: [steps])

    let calendar = Calendar.current
    let today = calendar.startOfDay(for: Date())
    guard let end = calendar.date(byAdding: .day, value: 1, to: today),
      let start = calendar.date(byAdding: .day, value: -14, to: end)
    else { return }
    let query = HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(
        type: steps, predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: [])),
      options: .cumulativeSum, anchorDate: start, intervalComponents: DateComponents(day: 1))
    let collection = try await query.result(for: store)

    var days: [(date: Date, count: Double)] = []
    collection.enumerateStatistics(from: start, to: end) { statistics, _ in
      days.append((statistics.startDate, statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0))
    }
    let most = max(1, days.map(\.count).max() ?? 1)
    for day in days where day.date < end {
      let bar = String(repeating: "█", count: Int((day.count / most * 50).rounded()))
      print("\(day.date.formatted(.iso8601.year().month().day()))  \(bar) \(Int(day.count))")
    }
  }
}
