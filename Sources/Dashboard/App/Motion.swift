import Rings

/// The rings on their way from what they showed to what has arrived.
///
/// Only data that arrives moves the rings. A step to another day is instant: it is a question, and motion would delay
/// the answer and cost a slow line a dozen frames.
package struct Motion: Hashable, Sendable {
  var path: RingMotion
  /// Seconds since it began.
  var elapsed = 0.0

  /// nil where nothing would move.
  init?(from: RingSet, to: RingSet) {
    path = RingMotion(from: from, to: to)
    guard path.duration > 0 else { return nil }
  }

  /// The rings at this moment.
  var rings: RingSet { path.rings(after: elapsed) }

  var isOver: Bool { path.isOver(after: elapsed) }
}
