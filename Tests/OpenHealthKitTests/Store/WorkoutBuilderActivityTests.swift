import Foundation
import OpenHealthKit
import Testing

@Suite("Activities during a workout")
struct WorkoutBuilderActivityTests {
  @Test("an end date and more metadata can be added to an activity later")
  func updated() async throws {
    let test = try TestHealthStore()
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration, device: nil)
    try await builder.beginCollection(at: TestTime.at(1))
    let part = HKWorkoutActivity(
      workoutConfiguration: configuration, start: TestTime.at(1), end: nil, metadata: ["lap": 1, "why": "warm up"])
    try await builder.addWorkoutActivity(part)
    try await builder.updateActivity(uuid: part.uuid, end: TestTime.at(1.5))
    try await builder.updateActivity(uuid: part.uuid, adding: ["lap": 2])
    await #expect(throws: HKError.self) { try await builder.updateActivity(uuid: UUID(), end: TestTime.at(1.5)) }
    await #expect(throws: HKError.self) { try await builder.updateActivity(uuid: part.uuid, end: TestTime.at(0)) }
    try await builder.endCollection(at: TestTime.at(2))
    let workout = try #require(try await builder.finishWorkout())
    let found = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: test.store)
    for workout in [workout] + found {
      let activity = try #require(workout.workoutActivities.first)
      #expect(activity.uuid == part.uuid)
      #expect(activity.endDate == TestTime.at(1.5))
      #expect(activity.duration == 1_800)
      #expect(activity.metadata?["lap"] as? Int == 2)
      #expect(activity.metadata?["why"] as? String == "warm up")
    }
    #expect(found.count == 1)
  }
}
