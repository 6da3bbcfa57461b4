import HealthModel

/// The rings on their way from what they showed to what has arrived.
///
/// Only data that arrives moves the rings. A step to another day is instant: it is a question, and motion would delay
/// the answer and cost a slow line a dozen frames.
package struct Motion: Hashable, Sendable {
  /// Seconds from the first to the last frame.
  static let duration = 0.45

  var from: [Double]
  var to: [Double]
  var elapsed = 0.0

  /// The fractions of the three rings at this moment.
  var fractions: [Double] {
    let time = min(1, max(0, elapsed / Self.duration))
    // Fast first, gently into place.
    let eased = 1 - (1 - time) * (1 - time) * (1 - time)
    return zip(from, to).map { $0 + ($1 - $0) * eased }
  }

  var isOver: Bool { elapsed >= Self.duration }
}
