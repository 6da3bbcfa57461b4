/// What a trend compares from day to day.
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
  /// Metres a second.
  case walkingSpeed
  /// Millilitres of oxygen a kilogram and minute.
  case cardioFitness
  /// Beats a minute.
  case restingHeartRate
  /// Milliseconds.
  case heartRateVariability
  /// Seconds asleep in the night that ends on the day.
  case sleep

  /// The ring whose values it compares; nil for others.
  package var ring: Ring? {
    switch self {
    case .move: .move
    case .exercise: .exercise
    case .stand: .stand
    default: nil
    }
  }

  /// The quantity type whose daily sums or means it compares; nil for rings and sleep.
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

  /// Whether a falling value is the better one.
  package var isBetterLower: Bool { self == .restingHeartRate }
}
