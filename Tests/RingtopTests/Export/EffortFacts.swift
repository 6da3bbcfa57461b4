import Foundation
import OpenHealthKit

/// Workouts with their own samples, saved with HealthKit's classes.
enum EffortFacts {
  private static func open(_ path: String) -> HKHealthStore {
    HKHealthStore(
      configuration: HKHealthStore.Configuration(
        path: path, client: HKHealthStore.Client(bundleIdentifier: "org.example.strides", name: "Strides"),
        authorization: .allowAll))
  }

  /// Two runs that begin at the same time and a later one, with scores and two equal step counts.
  static func write(toStoreAt path: String) async throws {
    let store = open(path)
    let start = Date(timeIntervalSince1970: 1_762_934_400)
    func run(_ hours: Double, minutes: Double) -> HKWorkout {
      HKWorkout(
        activityType: .running, start: start + hours * 3_600, end: start + hours * 3_600 + minutes * 60,
        workoutEvents: nil, totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    }
    func score(_ value: Double, _ type: HKQuantityTypeIdentifier, of run: HKWorkout) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(type), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
        start: run.startDate, end: run.endDate)
    }
    func steps() -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 40), start: start,
        end: start + 60)
    }
    let runs = [run(0, minutes: 30), run(0, minutes: 20), run(5, minutes: 20)]
    try await store.save(runs)
    for (run, value) in zip(runs, [7.0, 2, 2]) {
      try await store.relateWorkoutEffortSample(
        score(value, .workoutEffortScore, of: run), with: run, activity: nil)
    }
    try await store.relateWorkoutEffortSample(
      score(9.5, .estimatedWorkoutEffortScore, of: runs[1]), with: runs[1], activity: nil)
    try await store.addSamples([steps(), steps()], to: runs[1])
    // Not part of a workout.
    try await store.save(score(7, .workoutEffortScore, of: runs[2]))
  }

  /// The samples of each workout, ordered by its start and length.
  static func read(fromStoreAt path: String) async throws -> [String] {
    let store = open(path)
    let efforts = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default)
      .result(for: store).relationships
    var lines: [String] = []
    let inOrder = efforts.sorted {
      ($0.workout.startDate, $1.workout.duration) < ($1.workout.startDate, $0.workout.duration)
    }
    for (index, effort) in inOrder.enumerated() {
      let scores = (effort.samples ?? []).compactMap { $0 as? HKQuantitySample }
        .map { "\($0.quantity.doubleValue(for: .appleEffortScore()))" }.sorted()
      let steps = try await HKSampleQueryDescriptor(
        predicates: [
          .quantitySample(
            type: HKQuantityType(.stepCount), predicate: HKQuery.predicateForObjects(from: effort.workout))
        ], sortDescriptors: []
      ).result(for: store)
      let counts = steps.map { "steps \($0.quantity.doubleValue(for: .count()))" }
      lines.append("\(index): " + (scores + counts).joined(separator: " "))
    }
    return lines
  }
}
