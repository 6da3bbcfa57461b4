public import Foundation
import HealthModel

/// The type of samples.
open class HKSampleType: HKObjectType, @unchecked Sendable {
  /// The type of samples that are in no catalog and have no unit, by its identifier.
  package static func unlisted(_ identifier: String) -> HKSampleType {
    HKCategoryType(known: identifier) ?? HKSampleType(named: identifier)
  }

  /// The maximum duration of samples of the type in seconds, nil if unlimited.
  var durationLimit: TimeInterval? { nil }

  /// The kind of value in the type's samples.
  var sampleKind: SampleKind { .other }

  /// Whether samples of the type are limited to ``maximumAllowedDuration``: clinical documents are.
  ///
  /// The store's own limits are longer and apply to all types. See ``HKHealthStore/save(_:withCompletion:)-([HKObject],_)``.
  public var isMaximumDurationRestricted: Bool { durationLimit != nil }

  /// The maximum duration of a sample in seconds. Traps if ``isMaximumDurationRestricted`` is false.
  public var maximumAllowedDuration: TimeInterval {
    guard let durationLimit else {
      HKPrecondition.fail("Maximum duration is not restricted for type \(identifier)")
    }
    return durationLimit
  }

  /// Whether samples of the type must last at least ``minimumAllowedDuration``: for no type here.
  public var isMinimumDurationRestricted: Bool { false }

  /// The minimum duration of a sample in seconds. Traps, because no type is restricted.
  public var minimumAllowedDuration: TimeInterval {
    HKPrecondition.fail("Minimum duration is not restricted for type \(identifier)")
  }

  /// Whether the system's estimates for the type can be recalibrated: never, since nothing is estimated here.
  public var allowsRecalibrationForEstimates: Bool { false }
}
