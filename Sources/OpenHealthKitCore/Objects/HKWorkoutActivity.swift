public import Foundation
package import HealthModel

/// A part of a workout with its own activity type, for example the swim of a triathlon. Immutable; equal by ``uuid``.
public final class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The activity's identity, assigned when it is created.
  public let uuid: UUID
  private let configuration: HKWorkoutConfiguration
  /// When it began.
  public let startDate: Date
  /// nil while the activity is in progress.
  public let endDate: Date?
  /// Seconds without pauses; 0 while the activity is in progress.
  public let duration: TimeInterval
  /// The pauses, laps and segments that began during it.
  public let workoutEvents: [HKWorkoutEvent]
  /// The statistics of each type over the activity, which are part of the workout's and never added to them. A sample
  /// belongs to the activity as to an interval of a statistics collection.
  public let allStatistics: [HKQuantityType: HKStatistics]
  package let record: Metadata

  /// An activity from the running program. Traps if the dates are out of order.
  public convenience init(
    workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?, metadata: [String: Any]?
  ) {
    HKPrecondition.check(
      endDate.map { startDate <= $0 } ?? true,
      "Workout activity has startDate \(startDate) after endDate \(endDate ?? startDate)", .validation)
    self.init(
      uuid: UUID(), configuration: workoutConfiguration, start: startDate, end: endDate,
      duration: endDate?.timeIntervalSince(startDate) ?? 0, record: Metadata(validating: metadata))
  }

  package init(
    uuid: UUID, configuration: HKWorkoutConfiguration, start: Date, end: Date?, duration: TimeInterval,
    events: [HKWorkoutEvent] = [], statistics: [HKQuantityType: HKStatistics] = [:], record: Metadata
  ) {
    self.uuid = uuid
    self.configuration = configuration.snapshot
    startDate = start
    endDate = end
    self.duration = duration
    workoutEvents = events
    allStatistics = statistics
    self.record = record
    super.init()
  }

  /// The configuration. A copy: changing it has no effect here.
  public var workoutConfiguration: HKWorkoutConfiguration { configuration.snapshot }

  /// The metadata, as for ``HKObject/metadata``.
  public var metadata: [String: Any]? { record.withoutContent.dictionary }

  /// The statistics of one type over the activity, nil if there are none.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWorkoutActivity)?.uuid == uuid
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { uuid.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "uuid"), let start = coder.decodeDate(forKey: "startDate"),
      let configuration = coder.decodeValue(of: HKWorkoutConfiguration.self, forKey: "configuration")
    else { return nil }
    self.uuid = uuid
    self.configuration = configuration
    startDate = start
    endDate = coder.decodeDate(forKey: "endDate")
    duration = coder.decodeDouble(forKey: "duration")
    workoutEvents = coder.decodeList(of: HKWorkoutEvent.self, forKey: "events")
    allStatistics = HKStatistics.byType(coder.decodeList(of: HKStatistics.self, forKey: "statistics"))
    record = coder.decodeMetadata(forKey: "metadata")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeUUID(uuid, forKey: "uuid")
    coder.encode(configuration, forKey: "configuration")
    coder.encodeDate(startDate, forKey: "startDate")
    coder.encodeDate(endDate, forKey: "endDate")
    coder.encode(duration, forKey: "duration")
    coder.encode(workoutEvents as NSArray, forKey: "events")
    coder.encode(Array(allStatistics.values) as NSArray, forKey: "statistics")
    coder.encodeMetadata(record, forKey: "metadata")
  }
}

extension HKStatistics {
  static func byType(_ list: [HKStatistics]) -> [HKQuantityType: HKStatistics] {
    Dictionary(list.map { ($0.quantityType, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension HKWorkoutActivity {
  /// The same activity with an end.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for an end before the start.
  package func ending(at end: Date) throws -> HKWorkoutActivity {
    guard startDate <= end else {
      throw HKError.invalid("The activity began at \(startDate) and cannot end at \(end).")
    }
    return HKWorkoutActivity(
      uuid: uuid, configuration: workoutConfiguration, start: startDate, end: end,
      duration: end.timeIntervalSince(startDate), events: workoutEvents, statistics: allStatistics, record: record)
  }

  /// The same activity with what was collected during it. Without an end it is in progress.
  ///
  /// - Parameter events: those of the whole workout: a pause may have begun before the activity.
  package func collecting(
    _ events: [HKWorkoutEvent], _ statistics: [HKQuantityType: HKStatistics], to end: Date?
  ) -> HKWorkoutActivity {
    HKWorkoutActivity(
      uuid: uuid, configuration: workoutConfiguration, start: startDate, end: end,
      duration: end.map { WorkoutClock.activeSeconds(from: startDate, to: $0, events: events) } ?? 0,
      events: events.filter { startDate <= $0.dateInterval.start && $0.dateInterval.start < end ?? .distantFuture },
      statistics: end == nil ? statistics : statistics.mapValues(\.stored), record: record)
  }

  /// The same activity with more metadata.
  package func adding(_ metadata: Metadata) -> HKWorkoutActivity {
    HKWorkoutActivity(
      uuid: uuid, configuration: workoutConfiguration, start: startDate, end: endDate, duration: duration,
      events: workoutEvents, statistics: allStatistics, record: record.replacing(metadata))
  }
}

extension Metadata {
  /// With additional entries; a new value replaces an existing one.
  package func replacing(_ metadata: Metadata) -> Metadata {
    let new = Set(metadata.entries.map(\.key))
    return Metadata(entries.filter { !new.contains($0.key) } + metadata.entries)
  }
}
