package import HealthModel

/// A value that trends compare.
package enum TrendMetric: String, Hashable, Sendable, CaseIterable {
  /// Kilocalories, or minutes in move-time mode.
  case move
  /// Minutes.
  case exercise
  /// Hours.
  case stand
  case steps
  /// Metres.
  case distance
  case flights
  /// Metres per second.
  case walkingSpeed
  /// Millilitres of oxygen per kilogram and minute.
  case cardioFitness
  /// Beats per minute.
  case restingHeartRate
  /// Milliseconds.
  case heartRateVariability
  /// Seconds asleep, with naps: the day's amount.
  case sleep

  /// The ring whose values are compared; nil for others.
  package var ring: Ring? {
    switch self {
    case .move: .move
    case .exercise: .exercise
    case .stand: .stand
    default: nil
    }
  }

  /// The quantity type whose daily sums or means are compared; nil for rings and sleep.
  package var typeIdentifier: String? {
    switch self {
    case .steps: TypeIdentifier.stepCount
    case .distance: TypeIdentifier.distanceWalkingRunning
    case .flights: "HKQuantityTypeIdentifierFlightsClimbed"
    case .walkingSpeed: "HKQuantityTypeIdentifierWalkingSpeed"
    case .cardioFitness: "HKQuantityTypeIdentifierVO2Max"
    case .restingHeartRate: "HKQuantityTypeIdentifierRestingHeartRate"
    case .heartRateVariability: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    case .move, .exercise, .stand, .sleep: nil
    }
  }

  package var isBetterLower: Bool { self == .restingHeartRate }
}
