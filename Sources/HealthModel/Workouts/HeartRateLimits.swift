/// The limits that a user has chosen; nil where the data decide.
package struct HeartRateLimits: Hashable, Sendable {
  /// Beats per minute.
  package var resting: Double?
  package var maximum: Double?
  /// The lower bounds of the second to the fifth zone.
  package var zones: [Double]?

  package init(resting: Double? = nil, maximum: Double? = nil, zones: [Double]? = nil) {
    self.resting = resting
    self.maximum = maximum
    self.zones = zones
  }

  /// Whether these are lower bounds of the second to the fifth zone: four ascending rates that a heart can have.
  package static func isZones(_ bounds: [Double]) -> Bool {
    bounds.count == 4 && bounds.allSatisfy { (30...250).contains($0) }
      && zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The lower limits of the zones from the second on, as fractions of the heart rate reserve: those of a watch.
  package static let partsOfReserve = [0.6, 0.7, 0.8, 0.9]

  /// The lower limits of the second to the fifth zone of a heart rate reserve: the range from the resting to the maximum
  /// rate (Karvonen, Kentala, Mustala: Ann Med Exp Biol Fenn 35 (1957) 307-315).
  package static func zones(ofReserve reserve: ClosedRange<Double>) -> [Double] {
    partsOfReserve.map { reserve.lowerBound + (reserve.upperBound - reserve.lowerBound) * $0 }
  }

  /// The maximum heart rate that is expected at an age in years: 208 - 0.7 x age (Tanaka 2001).
  package static func expectedMaximum(age: Int) -> Double { 208 - 0.7 * Double(age) }
}
