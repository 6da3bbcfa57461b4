/// The zones of a workout or of one of its activities, with the time in each of them.
///
/// A store keeps it with the workout's or the activity's metadata, so that it is exported and deleted with them.
package struct WorkoutZonesContent: SampleContent {
  /// The zones of one quantity type.
  package struct Group: Codable, Hashable, Sendable {
    /// The identifier of the quantity type.
    package var type: String
    /// `system`, `user` or `app`.
    package var source: String
    /// The upper limits of all zones but the last, in the canonical unit of the type.
    package var limits: [Double]
    /// Seconds in each zone, from the lowest to the highest.
    package var seconds: [Double]

    package init(type: String, source: String, limits: [Double], seconds: [Double]) {
      self.type = type
      self.source = source
      self.limits = limits
      self.seconds = seconds
    }
  }

  /// By type, each type once.
  package var zones: [Group]

  package init(zones: [Group]) {
    self.zones = zones
  }

  package static let types = ["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierCyclingPower"]

  /// How many zones a configuration may have.
  package static let counts = 3...9

  /// Whether these can be the upper limits of all zones but the last.
  package static func isLimits(_ limits: [Double]) -> Bool {
    counts.contains(limits.count + 1) && limits.allSatisfy { $0 > 0 && SampleBounds.allows($0) }
      && zip(limits, limits.dropFirst()).allSatisfy { $0 < $1 }
  }

  package var isPlausible: Bool {
    zones.allSatisfy { group in
      Self.isLimits(group.limits) && group.seconds.count == group.limits.count + 1
        && group.seconds.allSatisfy { $0 >= 0 && SampleBounds.allows($0) }
    }
  }
}
