import Foundation
import HealthModel

/// What the samples of a type come to in one bucket of time, as far as it can be stored and added up: the rest of the
/// statistics is in `BucketTotal`.
package struct QuarterTotal: Sendable, Hashable {
  /// Of a cumulative type: the merged sum. Of a discrete one: the plain sum of its values.
  package var sum = 0.0
  /// Samples that start in the bucket, of every source.
  package var count = 0
  package var minimum = Double.infinity
  package var maximum = -Double.infinity
  /// The sum of value times duration in seconds.
  package var weighted = 0.0
  /// The sum of the durations, in seconds.
  package var duration = 0.0
  /// Whether any sample reaches into the bucket, be it one that adds nothing because a better source counts.
  package var isTouched = false

  package init() {}

  /// Whether nothing starts here and nothing of what started before counts.
  package var isEmpty: Bool { sum == 0 && count == 0 }

  package mutating func add(_ other: QuarterTotal) {
    sum += other.sum
    count += other.count
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    weighted += other.weighted
    duration += other.duration
    isTouched = isTouched || other.isTouched
  }
}

/// The quarter hours of one UTC day, from which the days of any of today's zones add up: every offset in use is a
/// multiple of a quarter hour.
struct ChunkTotals: Sendable, Equatable {
  static let quarterCount = 96
  static let quarter = 900.0
  static let length = 86_400.0

  var quarters = [QuarterTotal](repeating: QuarterTotal(), count: quarterCount)

  /// The number of the chunk that holds a time: days since 2001-01-01 UTC.
  static func chunk(of time: Double) -> Int {
    Int((time / length).rounded(.down))
  }
}
