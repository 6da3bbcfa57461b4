import Rings

/// A transition of the rings from their previous values to new ones.
///
/// Only new data moves the rings. Moving to another day is instant, because an animation would delay the result and
/// send a dozen frames over a slow connection.
package struct Motion: Hashable, Sendable {
  var path: RingMotion
  /// Seconds since it began.
  var elapsed = 0.0

  /// Nil if nothing would move.
  init?(from: RingSet, to: RingSet) {
    path = RingMotion(from: from, to: to)
    guard path.duration > 0 else { return nil }
  }

  /// The rings at this moment.
  var rings: RingSet { path.rings(after: elapsed) }

  var isOver: Bool { path.isOver(after: elapsed) }
}
