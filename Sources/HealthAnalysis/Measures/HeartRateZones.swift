package import HealthModel

/// Heart rate zones: five, or as many as a workout was recorded with.
package struct HeartRateZones: Hashable, Sendable {
  /// The lower limits of the second to the last zone, in beats per minute, ascending.
  package let lowerBounds: [Double]

  package var count: Int { lowerBounds.count + 1 }

  /// Zones chosen by the user.
  ///
  /// - Parameter bounds: the lower limits of the second to the fifth zone.
  /// - Returns: nil unless these are four ascending rates.
  package init?(lowerBounds bounds: [Double]) {
    guard HeartRateLimits.isZones(bounds) else { return nil }
    lowerBounds = bounds
  }

  /// The zones with which a workout was recorded.
  init(_ stored: WorkoutZonesContent.Group) {
    lowerBounds = stored.limits
  }

  package init(reserve: ClosedRange<Double>) {
    lowerBounds = HeartRateLimits.zones(ofReserve: reserve)
  }

  /// The lower limit of a zone, in beats per minute; 0 for the first.
  package func lowerBound(of zone: Int) -> Double {
    zone <= 0 ? 0 : lowerBounds[min(zone, lowerBounds.count) - 1]
  }

  /// The zone of a rate, from 0.
  package func zone(of rate: Double) -> Int { lowerBounds.count { rate >= $0 } }

  /// Seconds in each zone.
  package func durations(of times: HeartRateTimes) -> [Double] {
    times.entries.reduce(into: [Double](repeating: 0, count: count)) { $0[zone(of: $1.rate)] += $1.seconds }
  }
}
