import FoundationEssentials
package import HealthModel

/// Five heart rate zones, by fractions of the heart rate reserve: the range from the resting to the maximum rate.
package struct HeartRateZones: Hashable, Sendable {
  /// Beats per minute.
  package let resting: Double
  package let maximum: Double

  /// The number of zones.
  package static let count = 5
  /// The lower limits of the zones from the second on, as fractions of the reserve.
  package static let parts = [0.6, 0.7, 0.8, 0.9]
  /// How long a rate is valid at most until the next measurement, in seconds.
  package static let longestHold = 60.0

  /// - Parameters:
  ///   - age: in years; nil if unknown, which is treated as 30.
  ///   - resting: the resting rate in beats per minute; nil if unknown, which is treated as 60.
  package init(age: Int?, resting: Double?) {
    let age = age.flatMap { (5...110).contains($0) ? $0 : nil } ?? 30
    self.init(resting: resting ?? 60, maximum: Double(220 - age))
  }

  /// - Parameter maximum: raised to at least 20 beats above the resting rate.
  package init(resting: Double, maximum: Double) {
    let resting = resting.isFinite ? min(max(resting, 25), 150) : 60
    self.resting = resting
    self.maximum = maximum.isFinite ? min(max(maximum, resting + 20), 250) : resting + 130
  }

  /// The lower limit of a zone, in beats per minute; 0 for the first.
  package func lowerBound(of zone: Int) -> Double {
    zone <= 0 ? 0 : resting + (maximum - resting) * Self.parts[min(zone, Self.parts.count) - 1]
  }

  /// The zone of a rate, from 0 to 4.
  package func zone(of rate: Double) -> Int {
    (1..<Self.count).last { rate >= lowerBound(of: $0) } ?? 0
  }

  /// Seconds in each zone. A rate is valid until the next one, for at most `longestHold`, and pauses do not count.
  ///
  /// - Parameter points: by time.
  /// - Complexity: O(points x pauses).
  package func durations(of points: [HeartRatePoint], in time: WorkoutTime) -> [Double] {
    var seconds = [Double](repeating: 0, count: Self.count)
    for (index, point) in points.enumerated() where point.rate.isFinite {
      let longest = point.time.addingTimeInterval(Self.longestHold)
      let next = index + 1 < points.count ? points[index + 1].time : .distantFuture
      let end = min(longest, next)
      guard end > point.time else { continue }
      seconds[zone(of: point.rate)] += max(0, time.elapsed(at: end) - time.elapsed(at: point.time))
    }
    return seconds
  }
}
