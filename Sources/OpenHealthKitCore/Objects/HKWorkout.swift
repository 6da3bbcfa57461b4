public import Foundation
package import HealthModel

/// A workout with its events, activities and statistics.
open class HKWorkout: HKSample, @unchecked Sendable {
  /// The properties of a workout beside those of every sample.
  package struct Content {
    /// The raw value, which may be unknown here if a later system defined it.
    var activityType: Int
    var duration: TimeInterval
    var events: [HKWorkoutEvent] = []
    var activities: [HKWorkoutActivity] = []
    var statistics: [HKQuantityType: HKStatistics] = [:]

    package init(
      activityType: Int, duration: TimeInterval, events: [HKWorkoutEvent] = [],
      activities: [HKWorkoutActivity] = [], statistics: [HKQuantityType: HKStatistics] = [:]
    ) {
      self.activityType = activityType
      self.duration = duration
      self.events = events
      self.activities = activities
      self.statistics = statistics
    }
  }

  let content: Content

  /// Takes the values as they are, for workouts from a store.
  init(content: Content, start: Date, end: Date, header: ObjectHeader) {
    self.content = content
    super.init(type: .workoutType(), start: start, end: end, header: header)
  }

  package init(
    checked content: Content, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?,
    zones: WorkoutZonesContent? = nil
  ) {
    self.content = content
    super.init(
      checked: .workoutType(), start: start, end: end, device: device, metadata: metadata, content: zones)
  }

  /// The activity type; ``HKWorkoutActivityType/other`` for one of a later system.
  public var workoutActivityType: HKWorkoutActivityType {
    UInt(exactly: content.activityType).flatMap { HKWorkoutActivityType(rawValue: $0) } ?? .other
  }

  /// Pauses, laps and segments, nil if there are none.
  public var workoutEvents: [HKWorkoutEvent]? { content.events.isEmpty ? nil : content.events }

  /// The activities of the workout. A workout without explicit activities has a single one from its start to its end,
  /// with the workout's identity.
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

  /// The statistics of each type over the workout.
  public var allStatistics: [HKQuantityType: HKStatistics] { content.statistics }

  /// The statistics of one type over the workout, nil if there are none.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    content.statistics[quantityType]
  }

  /// Active energy.
  @available(*, deprecated, message: "Use statistics(for:) with the type of active energy.")
  public var totalEnergyBurned: HKQuantity? { total(.energyBurned) }

  /// The total distance of walking, running, cycling, swimming, snow sports and so on.
  @available(*, deprecated, message: "Use statistics(for:) with the type of the distance.")
  public var totalDistance: HKQuantity? { total(.distance) }

  /// Swimming strokes.
  @available(*, deprecated, message: "Use statistics(for:) with the type of swimming strokes.")
  public var totalSwimmingStrokeCount: HKQuantity? { total(.swimmingStrokeCount) }

  /// Flights climbed.
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

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    content = Content(
      activityType: coder.decodeInteger(forKey: "activityType"), duration: coder.decodeDouble(forKey: "duration"),
      events: coder.decodeList(of: HKWorkoutEvent.self, forKey: "events"),
      activities: coder.decodeList(of: HKWorkoutActivity.self, forKey: "activities"),
      statistics: HKStatistics.byType(coder.decodeList(of: HKStatistics.self, forKey: "statistics")))
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(content.activityType, forKey: "activityType")
    coder.encode(content.duration, forKey: "duration")
    coder.encode(content.events as NSArray, forKey: "events")
    coder.encode(content.activities as NSArray, forKey: "activities")
    coder.encode(Array(content.statistics.values) as NSArray, forKey: "statistics")
  }
}
