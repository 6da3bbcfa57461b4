public import Foundation
import HealthModel

/// Predicates over the activities of a workout, for ``HKQuery/predicateForWorkouts(activityPredicate:)``.
extension HKQuery {
  /// Activities with an activity type.
  public class func predicateForWorkoutActivities(workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
    FilterPredicate(.activity(.activityType(Int(workoutActivityType.rawValue))))
  }

  /// Activities by their duration without pauses.
  public class func predicateForWorkoutActivities(
    operatorType: HKPredicateOperator, duration: TimeInterval
  ) -> NSPredicate {
    FilterPredicate(.activity(.duration(Comparison(checked: operatorType), duration)))
  }

  /// Activities in a span of time, by the rules of ``predicateForSamples(withStart:end:options:)``. One in progress
  /// matches as if it ended in the distant future.
  public class func predicateForWorkoutActivities(
    start startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    FilterPredicate(
      .activity(
        ActivityFilter.dates(
          from: startDate, to: endDate, strictStart: options.contains(.strictStartDate),
          strictEnd: options.contains(.strictEndDate))))
  }

  /// Activities by the sum of a type over them. Activities without the sum never match.
  public class func predicateForWorkoutActivities(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(sumQuantity, quantityType)
    return FilterPredicate(
      .activity(.statistic(type: quantityType.identifier, .sum, Comparison(checked: operatorType), value)))
  }

  /// Activities by the minimum of a type over them. Activities without the minimum never match.
  public class func predicateForWorkoutActivities(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(minimumQuantity, quantityType)
    return FilterPredicate(
      .activity(.statistic(type: quantityType.identifier, .minimum, Comparison(checked: operatorType), value)))
  }

  /// Activities by the maximum of a type over them. Activities without the maximum never match.
  public class func predicateForWorkoutActivities(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(maximumQuantity, quantityType)
    return FilterPredicate(
      .activity(.statistic(type: quantityType.identifier, .maximum, Comparison(checked: operatorType), value)))
  }

  /// Activities by the average of a type over them. Activities without the average never match.
  public class func predicateForWorkoutActivities(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, averageQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(averageQuantity, quantityType)
    return FilterPredicate(
      .activity(.statistic(type: quantityType.identifier, .average, Comparison(checked: operatorType), value)))
  }
}
