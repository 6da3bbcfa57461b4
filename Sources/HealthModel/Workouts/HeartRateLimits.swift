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
}
