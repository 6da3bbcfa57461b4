public import Foundation
import HealthModel

/// A workout with its events, its parts and its numbers.
open class HKWorkout: HKSample, @unchecked Sendable {
  /// What a workout holds beside what every sample does.
  struct Content {
    /// The raw value, which a later system may have given a meaning that this catalog does not know.
    var activityType: Int
    var duration: TimeInterval
    var events: [HKWorkoutEvent] = []
    var activities: [HKWorkoutActivity] = []
    var statistics: [HKQuantityType: HKStatistics] = [:]
  }

  let content: Content

  /// Takes the values as they are, for workouts from a store.
  init(content: Content, start: Date, end: Date, header: ObjectHeader) {
    self.content = content
    super.init(type: .workoutType(), start: start, end: end, header: header)
  }

  init(checked content: Content, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?) {
    self.content = content
    super.init(checked: .workoutType(), start: start, end: end, device: device, metadata: metadata)
  }

  /// The kind of activity; ``HKWorkoutActivityType/other`` for one of a later system.
  public var workoutActivityType: HKWorkoutActivityType {
    UInt(exactly: content.activityType).flatMap { HKWorkoutActivityType(rawValue: $0) } ?? .other
  }

  /// Pauses, laps and segments, nil where there are none.
  public var workoutEvents: [HKWorkoutEvent]? { content.events.isEmpty ? nil : content.events }

  /// The parts with an activity of their own. A workout that was not made of parts is one from its start to its end, whose
  /// identity is the workout's.
  public var workoutActivities: [HKWorkoutActivity] {
    guard content.activities.isEmpty else { return content.activities }
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = workoutActivityType
    return [
      HKWorkoutActivity(
        uuid: uuid, configuration: configuration, start: startDate, end: endDate, duration: duration,
        events: content.events, statistics: content.statistics, record: Metadata())
    ]
  }

  /// Seconds without pauses.
  public var duration: TimeInterval { content.duration }

  /// The numbers of each type over the workout.
  public var allStatistics: [HKQuantityType: HKStatistics] { content.statistics }

  /// The numbers of one type over the workout, nil where there are none.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    content.statistics[quantityType]
  }

  /// Active energy.
  @available(*, deprecated, message: "Use statistics(for:) with the type of active energy.")
  public var totalEnergyBurned: HKQuantity? { total(.energyBurned) }

  /// The way on foot, on wheels, in water and on snow together.
  @available(*, deprecated, message: "Use statistics(for:) with the type of the distance.")
  public var totalDistance: HKQuantity? { total(.distance) }

  /// Strokes in water.
  @available(*, deprecated, message: "Use statistics(for:) with the type of swimming strokes.")
  public var totalSwimmingStrokeCount: HKQuantity? { total(.swimmingStrokeCount) }

  /// Flights of stairs.
  @available(*, deprecated, message: "Use statistics(for:) with the type of flights climbed.")
  public var totalFlightsClimbed: HKQuantity? { total(.flightsClimbed) }

  func total(_ total: WorkoutTotal) -> HKQuantity? {
    let sums = total.types.compactMap { identifier in
      HKQuantityType(known: identifier).flatMap { content.statistics[$0]?.sumQuantity() }
    }
    guard let first = sums.first else { return nil }
    if sums.count == 1 { return first }
    return HKQuantity(
      model: total.unit, value: sums.reduce(0) { $0 + ($1.unit.convert($1.value, to: total.unit) ?? 0) })
  }

  // MARK: - Archiving

  public required init?(coder: NSCoder) {
    content = Content(
      activityType: coder.decodeInteger(forKey: "activityType"), duration: coder.decodeDouble(forKey: "duration"),
      events: coder.decodeList(of: HKWorkoutEvent.self, forKey: "events"),
      activities: coder.decodeList(of: HKWorkoutActivity.self, forKey: "activities"),
      statistics: HKStatistics.byType(coder.decodeList(of: HKStatistics.self, forKey: "statistics")))
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(content.activityType, forKey: "activityType")
    coder.encode(content.duration, forKey: "duration")
    coder.encode(content.events as NSArray, forKey: "events")
    coder.encode(content.activities as NSArray, forKey: "activities")
    coder.encode(Array(content.statistics.values) as NSArray, forKey: "statistics")
  }
}
