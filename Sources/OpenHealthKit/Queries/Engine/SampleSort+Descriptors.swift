import Foundation
import HealthModel

extension SampleSort {
  /// The order of the descriptor. Traps if the store cannot sort by it.
  init(_ descriptor: NSSortDescriptor) {
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
