import Foundation
import OpenHealthKit
import Testing

@Suite("Workouts")
struct WorkoutTests {
  private func event(_ type: HKWorkoutEventType, _ second: Double) -> HKWorkoutEvent {
    HKWorkoutEvent(
      type: type, dateInterval: DateInterval(start: SampleTests.start.addingTimeInterval(second), duration: 0),
      metadata: nil)
  }

  private func duration(_ events: [HKWorkoutEvent]) -> TimeInterval {
    HKWorkout(
      activityType: .running, start: SampleTests.start, end: SampleTests.end, workoutEvents: events,
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil
    ).duration
  }

  @Test("pauses do not count towards the duration")
  func pauses() {
    #expect(duration([]) == 600)
    #expect(duration([event(.pause, 100), event(.resume, 160)]) == 540)
    #expect(duration([event(.resume, 160), event(.pause, 100)]) == 540)
    #expect(duration([event(.pause, 500)]) == 500)
    #expect(duration([event(.pause, 100), event(.pause, 200), event(.resume, 300)]) == 400)
    #expect(duration([event(.lap, 100), event(.pauseOrResumeRequest, 200)]) == 600)
    #expect(
      duration([event(.motionPaused, 100), event(.pause, 150), event(.motionResumed, 200), event(.resume, 300)]) == 400)
    #expect(duration([event(.pause, -50), event(.resume, 60)]) == 540)
    #expect(duration([event(.pause, 700)]) == 600)
  }

  @Test("an explicit duration applies, and 0 means the whole interval")
  func givenDuration() {
    func workout(_ duration: TimeInterval) -> HKWorkout {
      HKWorkout(
        activityType: .running, start: SampleTests.start, end: SampleTests.end, duration: duration,
        totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    }
    #expect(workout(480).duration == 480)
    #expect(workout(0).duration == 600)
    #expect(HKWorkout(activityType: .yoga, start: SampleTests.start, end: SampleTests.end).duration == 600)
    #expect(workout(480).workoutEvents == nil)
  }

  @Test("totals are statistics of the activity's own types")
  func totals() throws {
    let ride = HKWorkout(
      activityType: .cycling, start: SampleTests.start, end: SampleTests.end, workoutEvents: nil,
      totalEnergyBurned: HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 4184),
      totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 20), metadata: nil)
    #expect(ride.workoutActivityType == .cycling)
    #expect(ride.allStatistics.count == 2)
    let energy = try #require(ride.statistics(for: HKQuantityType(.activeEnergyBurned)))
    #expect(energy.sumQuantity() == HKQuantity(unit: .kilocalorie(), doubleValue: 1000))
    #expect(energy.averageQuantity() == nil)
    #expect(energy.startDate == SampleTests.start)
    let distance = ride.statistics(for: HKQuantityType(.distanceCycling))?.sumQuantity()
    #expect(distance?.doubleValue(for: .meter()) == 20_000)
    #expect(ride.statistics(for: HKQuantityType(.distanceWalkingRunning)) == nil)
  }

  @Test("an activity and an event copy the objects that they are created from")
  func activities() {
    let configuration = HKWorkoutConfiguration()
    #expect(configuration.activityType == .other)
    configuration.activityType = .swimming
    configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
    let activity = HKWorkoutActivity(
      workoutConfiguration: configuration, start: SampleTests.start, end: SampleTests.end, metadata: ["a": 1])
    configuration.activityType = .running
    #expect(activity.workoutConfiguration.activityType == .swimming)
    #expect(activity.duration == 600)
    #expect(activity.metadata?["a"] as? Int == 1)
    #expect(activity.workoutConfiguration == activity.workoutConfiguration)
    #expect(activity.workoutConfiguration != configuration)
  }
}
