import HealthKit

/// Saves a run that has just ended, with its duration in minutes and its distance in kilometres: `workout-logger 32 5.4`.
/// It uses HealthKit's API and nothing else, so it compiles unchanged on iOS.
@main
struct WorkoutLogger {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 < 10_000 }) else {
      return print("Usage: workout-logger minutes kilometres")
    }
    let store = HKHealthStore()
    let distance = HKQuantityType(.distanceWalkingRunning)
    try await store.requestAuthorization(toShare: [.workoutType(), distance], read: [.workoutType()])

    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
    let end = Date()
    let start = end.addingTimeInterval(-numbers[0] * 60)
    try await builder.beginCollection(at: start)
    try await builder.addSamples([
      HKQuantitySample(
        type: distance, quantity: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: numbers[1]), start: start,
        end: end)
    ])
    try await builder.endCollection(at: end)
    guard let workout = try await builder.finishWorkout() else { return print("The workout could not be saved.") }

    let all = HKSampleQueryDescriptor(
      predicates: [.workout(HKQuery.predicateForWorkouts(with: .running))],
      sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 5)
    for run in try await all.result(for: store) {
      let kilometres = run.statistics(for: distance)?.sumQuantity()?.doubleValue(for: .meterUnit(with: .kilo)) ?? 0
      let mark = run == workout ? "*" : " "
      print("\(mark) \(run.startDate.formatted(.iso8601))  \(Int(run.duration / 60)) min  \(kilometres) km")
    }
  }
}
