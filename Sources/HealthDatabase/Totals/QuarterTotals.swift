import Foundation
import HealthModel

/// The values of a type in one bucket of time that can be stored and added up; the other statistics are in
/// `BucketTotal`.
package struct QuarterTotal: Sendable, Hashable {
  /// For a cumulative type, the merged sum; for a discrete one, the plain sum of its values.
  package var sum = 0.0
  /// The number of samples from all sources that start in the bucket.
  package var count = 0
  package var minimum = Double.infinity
  package var maximum = -Double.infinity
  /// The sum of value times duration in seconds.
  package var weighted = 0.0
  /// The sum of the durations, in seconds.
  package var duration = 0.0
  /// Whether any sample overlaps the bucket, even one that does not count because of a higher-ranked source.
  package var isTouched = false

  package init() {}

  /// Whether no sample starts here and no earlier one counts here.
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

/// The quarter hours of one UTC day, from which the days of all current time zones can be computed: every offset in
/// use is a multiple of a quarter hour.
package struct ChunkTotals: Sendable, Equatable {
  static let quarterCount = 96
  package static let quarter = 900.0
  package static let length = 86_400.0

  package var quarters = [QuarterTotal](repeating: QuarterTotal(), count: quarterCount)

  package init() {}

  /// The number of the chunk that contains a time: days since 2001-01-01 UTC.
  package static func chunk(of time: Double) -> Int {
    Int((time / length).rounded(.down))
  }
}
