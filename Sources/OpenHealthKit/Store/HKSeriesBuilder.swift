public import Foundation

/// Collects the measurements of a series. See ``HKWorkoutRouteBuilder``.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; subclasses here protect mutable state with a lock.

  override init() {
    super.init()
  }

  /// Discards the series. Does nothing once it is being saved.
  open func discard() {}
}
