public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A range of a quantity that stands for an intensity of training.
public struct HKWorkoutZone: Equatable, Sendable {
  /// The number of the zone in its configuration, from 0 for the lowest.
  public let index: Int
  /// The lower limit, in the canonical unit of the type; nil for the lowest zone.
  public let minimum: HKQuantity?
  /// The upper limit, which belongs to the next zone; nil for the highest.
  public let maximum: HKQuantity?
}

/// The zones of a quantity type. Heart rate and cycling power have zones.
public struct HKWorkoutZoneConfiguration: Equatable, Sendable {
  /// Where a configuration comes from.
  public enum Source: String, Codable, Hashable, Sendable {
    /// From what is stored about the user. See ``HKHealthStore/preferredWorkoutZoneConfiguration(for:)``.
    case system
    /// The user's own limits: ``HKHealthStore/Configuration/workoutZoneBoundaries``.
    case user
    /// Limits that a program has chosen for one workout.
    case app
  }

  /// The type to which the zones apply.
  public let quantityType: HKQuantityType
  /// The zones from the lowest to the highest, without gaps.
  public let zones: [HKWorkoutZone]
  /// Where the configuration comes from.
  public let source: Source
  /// The upper limits of all zones but the last, in the canonical unit.
  let limits: [Double]

  /// A configuration of a program, with ``Source-swift.enum/app`` as its source.
  ///
  /// - Parameters:
  ///   - quantityType: ``HKQuantityTypeIdentifier/heartRate`` or ``HKQuantityTypeIdentifier/cyclingPower``.
  ///   - zoneBoundaries: the upper limits of all zones but the last, ascending: two to eight of them.
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for another type, and for limits in another dimension, out of order,
  ///   not positive, or too few or too many.
  public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
    guard Self.types.contains(quantityType) else { throw HKError.invalid("\(quantityType) has no zones.") }
    let limits = try zoneBoundaries.map { quantity in
      guard let limit = quantity.unit.convert(quantity.value, to: quantityType.entry.unit) else {
        throw HKError.invalid("\(quantity) is not a limit of a zone of \(quantityType).")
      }
      return limit
    }
    guard let configuration = Self(quantityType, limits, .app) else {
      throw HKError.invalid("A configuration of zones needs two to eight ascending limits.")
    }
    self = configuration
  }

  /// nil for limits that are not two to eight positive ascending numbers.
  init?(_ quantityType: HKQuantityType, _ limits: [Double], _ source: Source) {
    guard WorkoutZonesContent.isLimits(limits) else { return nil }
    let bounds: [HKQuantity?] = [nil] + limits.map { HKQuantity(model: quantityType.entry.unit, value: $0) } + [nil]
    self.quantityType = quantityType
    self.limits = limits
    self.source = source
    zones = (0...limits.count).map { HKWorkoutZone(index: $0, minimum: bounds[$0], maximum: bounds[$0 + 1]) }
  }

  /// Equal if type, limits and source are equal.
  public static func == (lhs: HKWorkoutZoneConfiguration, rhs: HKWorkoutZoneConfiguration) -> Bool {
    lhs.quantityType == rhs.quantityType && lhs.limits == rhs.limits && lhs.source == rhs.source
  }

  /// The types that have zones.
  static let types = WorkoutZonesContent.types.compactMap { HKQuantityType(known: $0) }
}

/// The time in a zone during a workout or an activity.
public struct HKWorkoutZoneDuration: Equatable, Sendable {
  /// The zone.
  public let zone: HKWorkoutZone
  /// Seconds without pauses.
  public let duration: TimeInterval
}

/// The zones of a quantity type, and the time in each of them, during a workout or an activity.
public struct HKWorkoutZoneGroup: Equatable, Sendable {
  /// The zones.
  public let configuration: HKWorkoutZoneConfiguration
  /// The time in each zone, from the lowest to the highest.
  public let zoneDurations: [HKWorkoutZoneDuration]

  /// - Parameter seconds: as many as there are zones.
  init(_ configuration: HKWorkoutZoneConfiguration, seconds: [Double]) {
    self.configuration = configuration
    zoneDurations = zip(configuration.zones, seconds).map { HKWorkoutZoneDuration(zone: $0, duration: $1) }
  }

  /// nil for a type without zones.
  init?(_ stored: WorkoutZonesContent.Group) {
    guard let type = HKQuantityType(known: stored.type), HKWorkoutZoneConfiguration.types.contains(type),
      let configuration = HKWorkoutZoneConfiguration(
        type, stored.limits, HKWorkoutZoneConfiguration.Source(rawValue: stored.source) ?? .app)
    else { return nil }
    self.init(configuration, seconds: stored.seconds)
  }

  var stored: WorkoutZonesContent.Group {
    WorkoutZonesContent.Group(
      type: configuration.quantityType.identifier, source: configuration.source.rawValue, limits: configuration.limits,
      seconds: zoneDurations.map(\.duration))
  }
}

/// A change of zone during a live workout.
public final class HKLiveWorkoutZoneUpdate: NSObject, Sendable {
  /// The zone that was left; nil at the first measurement.
  public let previousZoneDuration: HKWorkoutZoneDuration?
  /// The zone that was entered.
  public let currentZoneDuration: HKWorkoutZoneDuration?
  /// All zones, with the time in each of them up to the last measurement.
  public let zoneGroup: HKWorkoutZoneGroup?
  /// When the last measurement was made.
  public let lastSampleProcessedDate: Date?

  init(from previous: Int?, to current: Int, _ group: HKWorkoutZoneGroup, at date: Date) {
    previousZoneDuration = previous.map { group.zoneDurations[$0] }
    currentZoneDuration = group.zoneDurations[current]
    zoneGroup = group
    lastSampleProcessedDate = date
    super.init()
  }
}

extension Metadata {
  /// The zones that a store keeps with the metadata of a workout or an activity.
  var zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]? {
    guard let content: WorkoutZonesContent = content() else { return nil }
    let groups = content.zones.compactMap { HKWorkoutZoneGroup($0) }
    guard !groups.isEmpty else { return nil }
    return Dictionary(groups.map { ($0.configuration.quantityType, $0) }) { first, _ in first }
  }
}

extension WorkoutZonesContent {
  /// nil without groups.
  init?(_ groups: [HKWorkoutZoneGroup]) {
    guard !groups.isEmpty else { return nil }
    self.init(zones: groups.map(\.stored).sorted { $0.type < $1.type })
  }
}

extension HKWorkout {
  /// The time in zones over the whole workout, by type; nil if none is known: for workouts that no builder of this library
  /// has finished, and those without measurements of heart rate or cycling power.
  public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { header.metadata.zoneGroups }

  /// The time in the zones of one type over the whole workout; nil if it is not known.
  public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroupsByType?[quantityType] }
}

extension HKWorkoutActivity {
  /// The time in zones over the activity, by type; nil if none is known.
  public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { record.zoneGroups }

  /// The time in the zones of one type over the activity; nil if it is not known.
  public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroupsByType?[quantityType] }
}

extension HKHealthStore {
  /// The zones of the user for a type; nil if there are none.
  ///
  /// The user's own limits are in ``Configuration/workoutZoneBoundaries``. Without them, the zones of the heart rate are
  /// computed here from the age (Tanaka's formula for the maximum) and from the mean resting rate of the last 28 days
  /// (Karvonen's reserve); without a resting rate they are parts of the maximum. Without a date of birth that the client
  /// may read there are none. On Apple's systems heart rate always has zones.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a type without zones; errors of the store.
  public func preferredWorkoutZoneConfiguration(
    for quantityType: HKQuantityType
  ) async throws -> HKWorkoutZoneConfiguration? {
    try await work { try self.preferredZones(quantityType) }
  }

  func preferredZones(_ type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
    guard HKWorkoutZoneConfiguration.types.contains(type) else { throw HKError.invalid("\(type) has no zones.") }
    if let boundaries = configuration.workoutZoneBoundaries[HKQuantityTypeIdentifier(rawValue: type.identifier)] {
      let chosen = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: boundaries)
      return HKWorkoutZoneConfiguration(type, chosen.limits, .user)
    }
    guard type == HKQuantityType(.heartRate), let age = try permitted({ try age() }) else { return nil }
    let resting = try permitted { try restingHeartRate() } ?? 0
    let maximum = HeartRateLimits.expectedMaximum(age: age)
    guard resting < maximum else { return nil }
    return HKWorkoutZoneConfiguration(type, HeartRateLimits.zones(ofReserve: resting...maximum), .system)
  }

  /// What the client may not read, and what is not stored, is unknown.
  private func permitted<Value>(_ read: () throws -> Value?) throws -> Value? {
    do {
      return try read()
    } catch let error as HKError
      where [.errorNoData, .errorAuthorizationNotDetermined, .errorAuthorizationDenied].contains(error.code)
    {
      return nil
    }
  }

  private func age() throws -> Int? {
    let calendar = Calendar(identifier: .gregorian)
    guard let birth = calendar.date(from: try storedDateOfBirth()) else { return nil }
    let years = calendar.dateComponents([.year], from: birth, to: configuration.now()).year
    return years.flatMap { (3...120).contains($0) ? $0 : nil }
  }

  private func restingHeartRate() throws -> Double? {
    let type = HKQuantityType(.restingHeartRate)
    let now = configuration.now()
    let predicate = HKQuery.predicateForSamples(
      withStart: now.addingTimeInterval(-28 * 86_400), end: now, options: .strictStartDate)
    let plan = StatisticsPlan(type: type, predicate: predicate, options: .discreteAverage)
    return try plan.single(reader)?.averageQuantity()?.doubleValue(for: .count().unitDivided(by: .minute()))
  }
}
