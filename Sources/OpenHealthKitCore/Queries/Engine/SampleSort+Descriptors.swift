// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
package import HealthModel

/// The key of a sort descriptor by the start of samples.
public let HKSampleSortIdentifierStartDate: String = "HKSampleSortIdentifierStartDate"
/// The key of a sort descriptor by the end of samples.
public let HKSampleSortIdentifierEndDate: String = "HKSampleSortIdentifierEndDate"
/// The key of a sort descriptor by the duration of workouts.
public let HKWorkoutSortIdentifierDuration: String = "HKWorkoutSortIdentifierDuration"
/// The key of a sort descriptor by the distance of workouts.
public let HKWorkoutSortIdentifierTotalDistance: String = "HKWorkoutSortIdentifierTotalDistance"
/// The key of a sort descriptor by the energy of workouts.
public let HKWorkoutSortIdentifierTotalEnergyBurned: String = "HKWorkoutSortIdentifierTotalEnergyBurned"
/// The key of a sort descriptor by the strokes of workouts.
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount: String = "HKWorkoutSortIdentifierTotalSwimmingStrokeCount"
/// The key of a sort descriptor by the flights climbed in workouts.
public let HKWorkoutSortIdentifierTotalFlightsClimbed: String = "HKWorkoutSortIdentifierTotalFlightsClimbed"

extension SampleSort {
  /// The order of the descriptor. Traps if the store cannot sort by it.
  package init(_ descriptor: NSSortDescriptor) {
    guard let key = descriptor.sampleKey else {
      HKPrecondition.fail("Unsupported sort descriptor \(descriptor)")
    }
    self.init(key, isAscending: descriptor.ascending)
  }

  /// The order of the descriptor, nil if only the descriptor itself can sort.
  init?<Sample: HKSample>(_ descriptor: SortDescriptor<Sample>) {
    #if canImport(Darwin)
      // There, Foundation does not expose the key paths of Objective-C classes; the bridged descriptor has a key.
      guard let key = NSSortDescriptor(descriptor).sampleKey else { return nil }
    #else
      guard let path = descriptor.keyPath as AnyKeyPath?, let key = Key(path, of: Sample.self) else { return nil }
    #endif
    self.init(key, isAscending: descriptor.order == .forward)
  }
}

extension SampleSort.Key {
  /// The sort key for one of HealthKit's sort identifiers, or for the property that it represents.
  init?(identifier: String) {
    switch identifier {
    case HKSampleSortIdentifierStartDate, "startDate": self = .start
    case HKSampleSortIdentifierEndDate, "endDate": self = .end
    case HKWorkoutSortIdentifierDuration, "duration": self = .workoutDuration
    case HKWorkoutSortIdentifierTotalDistance, "totalDistance": self = .workoutTotal(.distance)
    case HKWorkoutSortIdentifierTotalEnergyBurned, "totalEnergyBurned": self = .workoutTotal(.energyBurned)
    case HKWorkoutSortIdentifierTotalSwimmingStrokeCount, "totalSwimmingStrokeCount":
      self = .workoutTotal(.swimmingStrokeCount)
    case HKWorkoutSortIdentifierTotalFlightsClimbed, "totalFlightsClimbed": self = .workoutTotal(.flightsClimbed)
    default: return nil
    }
  }

  /// The sort key for a property of a sample class, nil if the store has no column for it.
  ///
  /// A key path contains the class with which it was written, so the class must be the same.
  init?<Sample: HKSample>(_ path: AnyKeyPath, of type: Sample.Type) {
    if path == \Sample.startDate {
      self = .start
    } else if path == \Sample.endDate {
      self = .end
    } else if path == \HKWorkout.duration {
      self = .workoutDuration
    } else {
      return nil
    }
  }

  /// The sort key for a property of any sample class.
  init?(_ path: AnyKeyPath) {
    let key =
      Self(path, of: HKSample.self) ?? Self(path, of: HKQuantitySample.self)
      ?? Self(path, of: HKCumulativeQuantitySample.self) ?? Self(path, of: HKDiscreteQuantitySample.self)
      ?? Self(path, of: HKCategorySample.self) ?? Self(path, of: HKCorrelation.self) ?? Self(path, of: HKWorkout.self)
    guard let key else { return nil }
    self = key
  }
}

#if canImport(Darwin)
  extension NSSortDescriptor {
    var sampleKey: SampleSort.Key? { key.flatMap { SampleSort.Key(identifier: $0) } }
  }
#else
  extension NSSortDescriptor {
    /// A sort descriptor for one of the sort identifiers: `HKSampleSortIdentifierStartDate` and so on, or the name of
    /// the property. On Linux, Foundation has no such initializer, because it lacks key-value coding.
    public convenience init(key: String?, ascending: Bool) {
      let key = key.flatMap { SampleSort.Key(identifier: $0) }
      // The key path is the only place where a descriptor can store a value.
      self.init(keyPath: SortKeyCarrier.path(for: key), ascending: ascending)
    }

    /// The sort key of a sample, nil if a store cannot sort by it.
    var sampleKey: SampleSort.Key? {
      SortKeyCarrier.key(of: keyPath) ?? SampleSort.Key(keyPath)
    }
  }

  /// Key paths that represent sort keys and are never evaluated.
  private struct SortKeyCarrier: Sendable {
    var start = 0
    var end = 0
    var duration = 0
    var distance = 0
    var energy = 0
    var strokes = 0
    var flights = 0
    var unknown = 0

    static func path(for key: SampleSort.Key?) -> KeyPath<SortKeyCarrier, Int> {
      switch key {
      case .start: \.start
      case .end: \.end
      case .workoutDuration: \.duration
      case .workoutTotal(.distance): \.distance
      case .workoutTotal(.energyBurned): \.energy
      case .workoutTotal(.swimmingStrokeCount): \.strokes
      case .workoutTotal(.flightsClimbed): \.flights
      case nil: \.unknown
      }
    }

    static func key(of path: AnyKeyPath) -> SampleSort.Key? {
      let keys: [SampleSort.Key] =
        [.start, .end, .workoutDuration] + WorkoutTotal.allCases.map { SampleSort.Key.workoutTotal($0) }
      return keys.first { self.path(for: $0) == path }
    }
  }
#endif
