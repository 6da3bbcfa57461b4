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

extension NSSortDescriptor {
  /// The sort key of a sample, nil if a store cannot sort by it.
  var sampleKey: SampleSort.Key? { key.flatMap { SampleSort.Key(identifier: $0) } }
}

#if !canImport(Darwin)
  extension NSSortDescriptor {
    /// A sort descriptor for one of the sort identifiers: `HKSampleSortIdentifierStartDate` and so on, or the name of
    /// the property. On Linux, Foundation has no such initializer, because it lacks key-value coding.
    public convenience init(key: String?, ascending: Bool) {
      self.init(keyPath: \SortKeyCarrier.[key ?? ""], ascending: ascending)
    }

    /// The sort identifier or the name of the property. On Linux, Foundation has no such property: it is nil for key
    /// paths by which a store cannot sort.
    public var key: String? {
      guard let path = keyPath as? KeyPath<SortKeyCarrier, String> else { return SampleSort.Key(keyPath)?.propertyName }
      let key = SortKeyCarrier()[keyPath: path]
      return key.isEmpty ? nil : key
    }
  }

  /// A key path with a key, which is the only place where a descriptor can store a value.
  private struct SortKeyCarrier: Sendable {
    subscript(key: String) -> String { key }
  }

  extension SampleSort.Key {
    fileprivate var propertyName: String {
      switch self {
      case .start: "startDate"
      case .end: "endDate"
      case .workoutDuration: "duration"
      case .workoutTotal(.distance): "totalDistance"
      case .workoutTotal(.energyBurned): "totalEnergyBurned"
      case .workoutTotal(.swimmingStrokeCount): "totalSwimmingStrokeCount"
      case .workoutTotal(.flightsClimbed): "totalFlightsClimbed"
      }
    }
  }
#endif
