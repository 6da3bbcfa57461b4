public import Foundation

/// Gathers the measurements of a series. See ``HKWorkoutRouteBuilder``.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; subclasses here keep what changes behind a lock.

  override init() {
    super.init()
  }

  /// Gives up the series. Does nothing once it is being saved.
  open func discard() {}
}
