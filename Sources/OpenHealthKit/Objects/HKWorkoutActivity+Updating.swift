import Foundation
import HealthModel

extension HKWorkoutActivity {
  /// The same activity with an end.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for an end before the start.
  func ending(at end: Date) throws -> HKWorkoutActivity {
    guard startDate <= end else {
      throw HKError(.errorInvalidArgument, reason: "The activity began at \(startDate) and cannot end at \(end).")
    }
    return HKWorkoutActivity(
      uuid: uuid, configuration: workoutConfiguration, start: startDate, end: end,
      duration: WorkoutClock.activeSeconds(from: startDate, to: end, events: workoutEvents), events: workoutEvents,
      statistics: allStatistics, record: record)
  }

  /// The same activity with more metadata.
  func adding(_ metadata: Metadata) -> HKWorkoutActivity {
    HKWorkoutActivity(
      uuid: uuid, configuration: workoutConfiguration, start: startDate, end: endDate, duration: duration,
      events: workoutEvents, statistics: allStatistics, record: record.replacing(metadata))
  }
}

extension Metadata {
  /// With additional entries; a new value replaces an existing one.
  func replacing(_ metadata: Metadata) -> Metadata {
    let new = Set(metadata.entries.map(\.key))
    return Metadata(entries.filter { !new.contains($0.key) } + metadata.entries)
  }
}
