import Rings
import Widgets

/// A transition of the rings from their previous values to new ones.
///
/// New data moves them at a speed at which one can follow; another day is there after a fifth of a second, without the light
/// that runs along a ring when it closes.
package struct Motion: Hashable, Sendable {
  var path: RingMotion
  /// Whether the values are those of another day.
  let isStep: Bool
  /// Seconds since it began.
  var elapsed = 0.0

  /// Nil if nothing would move.
  ///
  /// - Parameter isStep: whether the values are those of another day.
  init?(from: RingSet, to: RingSet, isStep: Bool = false) {
    self.isStep = isStep
    path =
      isStep
      ? RingMotion(from: from, to: to, sweepDuration: ChartMotion.duration, flourishDuration: 0)
      : RingMotion(from: from, to: to)
    guard path.duration > 0 else { return nil }
  }

  /// The rings at this moment.
  var rings: RingSet { path.rings(after: elapsed) }

  var isOver: Bool { path.isOver(after: elapsed) }
}
