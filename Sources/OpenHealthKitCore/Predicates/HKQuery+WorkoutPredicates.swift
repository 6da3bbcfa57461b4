public import Foundation
import HealthModel

extension HKQuery {
  /// The samples that belong to a workout.
  public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
    FilterPredicate(.ofWorkout(workout.uuid))
  }

  /// Workouts with an activity type.
  public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
    FilterPredicate(.workout(.activityType(Int(workoutActivityType.rawValue))))
  }

  /// Workouts by their duration without pauses.
  public class func predicateForWorkouts(
    with operatorType: HKPredicateOperator, duration: TimeInterval
  ) -> NSPredicate {
    FilterPredicate(.workout(.duration(Comparison(checked: operatorType), duration)))
  }

  /// Workouts by their active energy. Workouts without it never match.
  @available(*, deprecated, message: "Use predicateForWorkouts(operatorType:quantityType:sumQuantity:).")
  public class func predicateForWorkouts(
    with operatorType: HKPredicateOperator, totalEnergyBurned: HKQuantity
  ) -> NSPredicate {
    workouts(operatorType, .energyBurned, totalEnergyBurned)
  }

  /// Workouts by their distance. Workouts without it never match.
  @available(*, deprecated, message: "Use predicateForWorkouts(operatorType:quantityType:sumQuantity:).")
  public class func predicateForWorkouts(
    with operatorType: HKPredicateOperator, totalDistance: HKQuantity
  ) -> NSPredicate {
    workouts(operatorType, .distance, totalDistance)
  }

  /// Workouts by their swimming strokes. Workouts without them never match.
  @available(*, deprecated, message: "Use predicateForWorkouts(operatorType:quantityType:sumQuantity:).")
  public class func predicateForWorkouts(
    with operatorType: HKPredicateOperator, totalSwimmingStrokeCount: HKQuantity
  ) -> NSPredicate {
    workouts(operatorType, .swimmingStrokeCount, totalSwimmingStrokeCount)
  }

  /// Workouts by their flights climbed. Workouts without them never match.
  @available(*, deprecated, message: "Use predicateForWorkouts(operatorType:quantityType:sumQuantity:).")
  public class func predicateForWorkouts(
    with operatorType: HKPredicateOperator, totalFlightsClimbed: HKQuantity
  ) -> NSPredicate {
    workouts(operatorType, .flightsClimbed, totalFlightsClimbed)
  }

  /// Workouts by the sum of a type over them. Workouts without the sum never match.
  public class func predicateForWorkouts(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(sumQuantity, quantityType)
    return FilterPredicate(
      .workout(.statistic(type: quantityType.identifier, .sum, Comparison(checked: operatorType), value)))
  }

  /// Workouts by the minimum of a type over them. Workouts without the minimum never match.
  public class func predicateForWorkouts(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(minimumQuantity, quantityType)
    return FilterPredicate(
      .workout(.statistic(type: quantityType.identifier, .minimum, Comparison(checked: operatorType), value)))
  }

  /// Workouts by the maximum of a type over them. Workouts without the maximum never match.
  public class func predicateForWorkouts(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(maximumQuantity, quantityType)
    return FilterPredicate(
      .workout(.statistic(type: quantityType.identifier, .maximum, Comparison(checked: operatorType), value)))
  }

  /// Workouts by the average of a type over them. Workouts without the average never match.
  public class func predicateForWorkouts(
    operatorType: HKPredicateOperator, quantityType: HKQuantityType, averageQuantity: HKQuantity
  ) -> NSPredicate {
    let value = canonical(averageQuantity, quantityType)
    return FilterPredicate(
      .workout(.statistic(type: quantityType.identifier, .average, Comparison(checked: operatorType), value)))
  }

  /// Workouts with at least one activity that matches.
  ///
  /// - Parameter activityPredicate: one of the predicates for workout activities, or a compound of them; any other
  ///   traps. A malformed format makes the query fail.
  public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
    do throws(PredicateFormat.Failure) {
      return FilterPredicate(.workout(.hasActivity(try ActivityFilter(activities: activityPredicate))))
    } catch {
      return FilterPredicate(.unreadable(error.reason))
    }
  }

  private class func workouts(
    _ operatorType: HKPredicateOperator, _ total: WorkoutTotal, _ quantity: HKQuantity
  ) -> NSPredicate {
    guard let value = quantity.unit.convert(quantity.value, to: total.unit) else {
      HKPrecondition.fail("Attempt to compare incompatible units: \(quantity.unit), \(total.unit)")
    }
    return FilterPredicate(.workout(.total(total, Comparison(checked: operatorType), value)))
  }

  /// The quantity in the canonical unit of the type. An incompatible unit traps.
  class func canonical(_ quantity: HKQuantity, _ type: HKQuantityType) -> Double {
    guard let value = quantity.unit.convert(quantity.value, to: type.entry.unit) else {
      HKPrecondition.fail("Unit \(quantity.unit) is not compatible with type \(type)")
    }
    return value
  }

  /// The scores related to a workout. The activity to which a score belongs is not stored, so an activity has all
  /// scores of its workout.
  public class func predicateForWorkoutEffortSamplesRelated(
    workout: HKWorkout, activity: HKWorkoutActivity?
  ) -> NSPredicate {
    predicateForObjects(from: workout)
  }
}
