import Dashboard
import Foundation
import HealthModel
import OpenHealthKit

extension HKHealthStore {
  /// The workouts that began on a day and the range of its heart rate, from HealthKit queries.
  ///
  /// - Throws: `StoreError`, or a failure with a query's message.
  func details(of day: Day) throws -> DayDetails {
    guard let interval = try intervals(of: day...day).first?.interval else { return DayDetails(day: day) }
    let predicate = HKQuery.predicateForSamples(
      withStart: interval.lowerBound, end: interval.upperBound, options: .strictStartDate)
    let samples: [HKSample] = try waitForResult { done in
      HKSampleQuery(
        sampleType: .workoutType(), predicate: predicate, limit: 20,
        sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
      ) { _, samples, error in
        done(error.map { .failure($0) } ?? .success(samples ?? []))
      }
    }
    let workouts = samples.compactMap { $0 as? HKWorkout }
    return DayDetails(
      day: day, heartRate: try heartRate(predicate),
      workouts: workouts.map { workout in
        WorkoutFact(
          name: WorkoutActivityCatalog.entry(for: Int(workout.workoutActivityType.rawValue))?.name ?? "workout",
          minuteOfDay: Int(workout.startDate.timeIntervalSince(interval.lowerBound) / 60),
          duration: workout.duration,
          energy: workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()?.doubleValue(
            for: .kilocalorie()))
      })
  }

  private func heartRate(_ predicate: NSPredicate) throws -> ClosedRange<Double>? {
    let unit = HKUnit.count().unitDivided(by: .minute())
    return try waitForResult { done in
      HKStatisticsQuery(
        quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: predicate,
        options: [.discreteMin, .discreteMax]
      ) { _, statistics, error in
        let low = statistics?.minimumQuantity()?.doubleValue(for: unit)
        let high = statistics?.maximumQuantity()?.doubleValue(for: unit)
        // A day without heart rate is not an error.
        _ = error
        guard let low, let high, low <= high else { return done(.success(nil)) }
        done(.success(low...high))
      }
    }
  }
}
