import Foundation
import OpenHealthKit

// example: A live workout
func startRun(in store: HKHealthStore, at date: Date) async throws -> HKLiveWorkoutBuilder {
  let configuration = HKWorkoutConfiguration()
  configuration.activityType = .running
  configuration.locationType = .outdoor
  let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
  let builder = session.associatedWorkoutBuilder()
  builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
  session.startActivity(with: date)
  try await builder.beginCollection(at: date)
  return builder
}

func finish(
  _ builder: HKLiveWorkoutBuilder, at date: Date, effort: Double, in store: HKHealthStore
) async throws -> HKWorkout? {
  builder.workoutSession?.end()
  try await builder.endCollection(at: date)
  guard let workout = try await builder.finishWorkout() else { return nil }
  let score = HKQuantitySample(
    type: HKQuantityType(.workoutEffortScore), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: effort),
    start: workout.startDate, end: workout.endDate)
  try await store.relateWorkoutEffortSample(score, with: workout, activity: nil)
  return workout
}

func hardestWorkout(in store: HKHealthStore) async throws -> HKWorkout? {
  let efforts = try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .mostRelevant)
    .result(for: store).relationships
  func score(_ effort: HKWorkoutEffortRelationship) -> Double {
    (effort.samples?.first as? HKQuantitySample)?.quantity.doubleValue(for: .appleEffortScore()) ?? 0
  }
  return efforts.max { score($0) < score($1) }?.workout
}
// end
