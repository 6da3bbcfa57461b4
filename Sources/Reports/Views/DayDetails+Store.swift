package import Dashboard
import Foundation
import HealthDatabase
package import HealthModel

extension Store {
  /// The first workouts that began on a day, and the range of its heart rate.
  package func details(of day: Day) throws -> DayDetails {
    let interval = try intervals(of: day...day)[0].interval
    let heart = try statistics(TypeIdentifier.heartRate, over: [interval])[0]
    let start = ListCursor(key: interval.lowerBound.timeIntervalSinceReferenceDate, row: 0)
    let workouts = try workouts(WorkoutRequest(isDescending: false, after: start, limit: 20))
    return DayDetails(
      day: day, heartRate: heart?.minimum.flatMap { low in heart?.maximum.map { low...max(low, $0) } },
      workouts: workouts.filter { $0.start < interval.upperBound }.map { workout in
        WorkoutFact(
          name: workout.name, minuteOfDay: Int(workout.start.timeIntervalSince(interval.lowerBound) / 60),
          duration: workout.duration, energy: workout.energy)
      })
  }
}
