public import Foundation
import HealthModel

/// Initializers for complete workouts. HealthKit recommends a workout builder for new code.
///
/// All of these trap if the dates are out of order, a total has an incompatible unit, or the metadata is invalid.
extension HKWorkout {
  /// A workout from start to end.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date
  ) {
    self.init(workoutActivityType, startDate, endDate, nil, nil, [:], nil, nil)
  }

  /// A workout with events, which may include pauses.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, nil, workoutEvents,
      [.energyBurned: totalEnergyBurned, .distance: totalDistance], nil, metadata)
  }

  /// A workout with events, which may include pauses, measured by a device.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, nil, workoutEvents,
      [.energyBurned: totalEnergyBurned, .distance: totalDistance], device, metadata)
  }

  /// A swimming workout.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    totalSwimmingStrokeCount: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, nil, workoutEvents,
      [
        .energyBurned: totalEnergyBurned, .distance: totalDistance, .swimmingStrokeCount: totalSwimmingStrokeCount,
      ], device, metadata)
  }

  /// A workout with flights climbed.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    totalFlightsClimbed: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, nil, workoutEvents,
      [.energyBurned: totalEnergyBurned, .distance: totalDistance, .flightsClimbed: totalFlightsClimbed], device,
      metadata)
  }

  /// A workout with a given duration; 0 means the whole span.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    duration: TimeInterval, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, duration, nil,
      [.energyBurned: totalEnergyBurned, .distance: totalDistance], nil, metadata)
  }

  /// A workout with a given duration, measured by a device; 0 means the whole span.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    duration: TimeInterval, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, duration, nil,
      [.energyBurned: totalEnergyBurned, .distance: totalDistance], device, metadata)
  }

  private convenience init(
    _ activity: HKWorkoutActivityType, _ start: Date, _ end: Date, _ duration: TimeInterval?,
    _ events: [HKWorkoutEvent]?, _ totals: KeyValuePairs<WorkoutTotal, HKQuantity?>, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) {
    HKPrecondition.check(duration ?? 0 >= 0, "Workout has negative duration \(duration ?? 0)", .validation)
    let rawValue = Int(activity.rawValue)
    let events = (events ?? []).sorted { $0.dateInterval.start < $1.dateInterval.start }
    let given = duration == 0 ? nil : duration
    self.init(
      checked: Content(
        activityType: rawValue, duration: given ?? WorkoutClock.activeSeconds(from: start, to: end, events: events),
        events: events, statistics: Self.statistics(totals, activity: rawValue, from: start, to: end)),
      start: start, end: end, device: device, metadata: metadata)
  }

  private static func statistics(
    _ totals: KeyValuePairs<WorkoutTotal, HKQuantity?>, activity: Int, from start: Date, to end: Date
  ) -> [HKQuantityType: HKStatistics] {
    var statistics: [HKQuantityType: HKStatistics] = [:]
    for (total, quantity) in totals {
      guard let quantity, let type = HKQuantityType(known: total.type(forActivity: activity)) else { continue }
      guard let value = quantity.unit.convert(quantity.value, to: type.entry.unit) else {
        HKPrecondition.fail("Workout total \(quantity) is not in a unit of \(type)", .validation)
      }
      statistics[type] = HKStatistics(type: type, start: start, end: end, values: HKStatistics.Values(sum: value))
    }
    return statistics
  }
}
