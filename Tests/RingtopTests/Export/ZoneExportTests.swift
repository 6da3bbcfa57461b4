import Foundation
import OpenHealthKit
import TestSupport
import Testing

@Suite("Exports of workouts with zones", .serialized, .programs, .timeLimit(.minutes(10)))
struct ZoneExportTests {
  private func store(_ path: String) -> HKHealthStore {
    HKHealthStore(configuration: HKHealthStore.Configuration(path: path, authorization: .allowAll))
  }

  private func workouts(in path: String) async throws -> [HKWorkout] {
    try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store(path))
  }

  @Test("the time in zones of a workout and of its activities is in the file, and in the store that reads it")
  func zones() async throws {
    let sandbox = try Sandbox()
    let first = sandbox.file("first.sqlite")
    let rates = HKQuantityType(.heartRate)
    let unit = HKUnit.count().unitDivided(by: .minute())
    let start = Date(timeIntervalSince1970: 1_794_571_200)
    let builder = HKWorkoutBuilder(healthStore: store(first), configuration: HKWorkoutConfiguration(), device: nil)
    let limits = [100.0, 150].map { HKQuantity(unit: unit, doubleValue: $0) }
    try await builder.setCustomZoneConfiguration(
      HKWorkoutZoneConfiguration(quantityType: rates, zoneBoundaries: limits), for: rates)
    try await builder.beginCollection(at: start)
    try await builder.addSamples(
      [(10.0, 120.0), (40, 160)].map { seconds, rate in
        HKQuantitySample(
          type: rates, quantity: HKQuantity(unit: unit, doubleValue: rate), start: start + seconds, end: start + seconds
        )
      })
    try await builder.addWorkoutActivity(
      HKWorkoutActivity(
        workoutConfiguration: HKWorkoutConfiguration(), start: start, end: start + 60, metadata: ["a": "b"]))
    try await builder.endCollection(at: start + 300)
    let group = try #require(try await builder.finishWorkout()?.zoneGroup(for: rates))
    #expect(group.zoneDurations.map(\.duration) == [0, 30, 60])
    for format in ["jsonl", "xml"] {
      let (file, other) = (sandbox.file("export.\(format)"), sandbox.file("\(format).sqlite"))
      #expect(try await sandbox.ringtop("export", "--output", file, "--store", first).code == 0)
      let added =
        format == "xml"
        ? try await sandbox.ringtop("import", file, "--store", other)
        : try await sandbox.ringtop("add", "--json-lines", file, "--store", other)
      #expect(added.code == 0, "\(added)")
      let read = try #require(try await workouts(in: other).first)
      #expect(read.zoneGroup(for: rates) == group, "\(format)")
      let activity = try #require(read.workoutActivities.first)
      #expect(activity.zoneGroup(for: rates)?.zoneDurations.map(\.duration) == [0, 30, 20], "\(format)")
      #expect(activity.metadata?["a"] as? String == "b")
    }
  }
}
