public import Foundation
import HealthModel

/// A kind of sample.
open class HKSampleType: HKObjectType, @unchecked Sendable {
  /// The longest that a sample of the type may last in seconds, nil where nothing limits it.
  var durationLimit: TimeInterval? { nil }

  /// What the type's samples hold.
  var sampleKind: SampleKind { .other }

  /// Whether samples of the type may not last longer than ``maximumAllowedDuration``.
  public var isMaximumDurationRestricted: Bool { durationLimit != nil }

  /// The longest that a sample may last. Ends the process where ``isMaximumDurationRestricted`` is false.
  public var maximumAllowedDuration: TimeInterval {
    guard let durationLimit else {
      HKPrecondition.fail("Maximum duration is not restricted for type \(identifier)")
    }
    return durationLimit
  }

  /// Whether samples of the type may not be shorter than ``minimumAllowedDuration``: of no type here.
  public var isMinimumDurationRestricted: Bool { false }

  /// The shortest that a sample may last. Ends the process, because no type is restricted.
  public var minimumAllowedDuration: TimeInterval {
    HKPrecondition.fail("Minimum duration is not restricted for type \(identifier)")
  }

  /// Whether the system's estimates of the type can be recalibrated: never, since nothing is estimated here.
  public var allowsRecalibrationForEstimates: Bool { false }
}
