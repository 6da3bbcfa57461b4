import FoundationEssentials

/// How long each heart rate lasted: what the mean, the zones and the load of a workout are computed from.
///
/// A measured rate is valid until the next one, and for at most `longestHold`, because a heart needs less than a minute
/// to change its rate by a zone. What is not covered by this is unknown and counts nowhere.
package struct HeartRateTimes: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// Beats per minute.
    package var rate: Double
    package var seconds: Double
  }

  /// By rate, ascending, each rate once.
  package let entries: [Entry]

  /// How long a rate is valid at most until the next measurement, in seconds.
  package static let longestHold = 60.0

  package init() {
    entries = []
  }

  /// - Parameters:
  ///   - points: sorted by time; rates that are not positive numbers are ignored.
  ///   - time: pauses do not count, nor does anything before the start or after the end.
  /// - Complexity: O(points x (pauses + log points)).
  package init(_ points: [HeartRatePoint], in time: WorkoutTime) {
    var seconds: [Double: Double] = [:]
    let points = points.filter { $0.rate.isFinite && $0.rate > 0 }
    for (index, point) in points.enumerated() {
      let longest = point.time.addingTimeInterval(Self.longestHold)
      let end = index + 1 < points.count ? min(longest, points[index + 1].time) : longest
      guard end > point.time else { continue }
      let held = time.elapsed(at: end) - time.elapsed(at: point.time)
      if held > 0 { seconds[point.rate, default: 0] += held }
    }
    entries = seconds.map { Entry(rate: $0.key, seconds: $0.value) }.sorted { $0.rate < $1.rate }
  }

  /// The seconds for which a rate is known.
  package var duration: Double { entries.reduce(0) { $0 + $1.seconds } }

  /// The mean over the time for which a rate is known, in beats per minute; nil if there is none.
  package var mean: Double? {
    entries.isEmpty ? nil : entries.reduce(0) { $0 + $1.rate * $1.seconds } / duration
  }
}
