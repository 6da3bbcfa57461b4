import Foundation
import HealthModel

extension SampleSort {
  /// What the descriptor asks for. One that the store cannot sort by traps.
  init(_ descriptor: NSSortDescriptor) {
    guard let key = descriptor.sampleKey else {
      HKPrecondition.fail("Unsupported sort descriptor \(descriptor)")
    }
    self.init(key, isAscending: descriptor.ascending)
  }

  /// What the descriptor asks for, nil where only it itself can sort.
  init?<Sample: HKSample>(_ descriptor: SortDescriptor<Sample>) {
    #if canImport(Darwin)
      // Foundation there tells no key path of a class of Objective-C; the bridged descriptor has its key.
      guard let key = NSSortDescriptor(descriptor).sampleKey else { return nil }
    #else
      guard let path = descriptor.keyPath as AnyKeyPath?, let key = Key(path, of: Sample.self) else { return nil }
    #endif
    self.init(key, isAscending: descriptor.order == .forward)
  }
}

extension SampleSort.Key {
  /// The key of one of HealthKit's sort identifiers, or of the property that it stands for.
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

  /// The key of a property of a class of samples, nil for one that the store has no column for.
  ///
  /// A key path knows the class that it was written with, so the class must be the same.
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

  /// The key of a property of any class of samples.
  init?(_ path: AnyKeyPath) {
    let key =
      Self(path, of: HKSample.self) ?? Self(path, of: HKQuantitySample.self)
      ?? Self(path, of: HKCumulativeQuantitySample.self) ?? Self(path, of: HKDiscreteQuantitySample.self)
      ?? Self(path, of: HKCategorySample.self) ?? Self(path, of: HKCorrelation.self) ?? Self(path, of: HKWorkout.self)
    guard let key else { return nil }
    self = key
  }
}
