/// The four totals that are properties of HealthKit's workouts, beside the statistics of any type.
package enum WorkoutTotal: Int, Hashable, Sendable, CaseIterable {
  case energyBurned = 0
  case distance = 1
  case swimmingStrokeCount = 2
  case flightsClimbed = 3

  /// The canonical unit of the total.
  package var unit: HealthUnit {
    switch self {
    case .energyBurned: .kilocalorie
    case .distance: .meter
    case .swimmingStrokeCount, .flightsClimbed: .count
    }
  }

  /// The types whose sums over the workout add up to the total. A workout with swimming, cycling and running has
  /// three distances.
  package var types: [String] {
    switch self {
    case .energyBurned: [TypeIdentifier.activeEnergyBurned]
    case .distance: Self.distances
    case .swimmingStrokeCount: ["HKQuantityTypeIdentifierSwimmingStrokeCount"]
    case .flightsClimbed: ["HKQuantityTypeIdentifierFlightsClimbed"]
    }
  }

  /// The type under which the total of a single activity is stored.
  package func type(forActivity rawValue: Int) -> String {
    guard self == .distance, let name = WorkoutActivityCatalog.entry(for: rawValue)?.name else { return types[0] }
    return switch name {
    case "cycling", "handCycling": "HKQuantityTypeIdentifierDistanceCycling"
    case "swimming": "HKQuantityTypeIdentifierDistanceSwimming"
    case "wheelchairWalkPace", "wheelchairRunPace": "HKQuantityTypeIdentifierDistanceWheelchair"
    case "downhillSkiing", "snowboarding", "snowSports": "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
    case "crossCountrySkiing": "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
    case "paddleSports": "HKQuantityTypeIdentifierDistancePaddleSports"
    case "rowing": "HKQuantityTypeIdentifierDistanceRowing"
    case "skatingSports": "HKQuantityTypeIdentifierDistanceSkatingSports"
    default: TypeIdentifier.distanceWalkingRunning
    }
  }

  /// Walking and running come first, since `types[0]` is used for activities without a distance type of their own.
  private static let distances =
    [TypeIdentifier.distanceWalkingRunning]
    + QuantityTypeCatalog.all.map(\.identifier).filter {
      $0.hasPrefix("HKQuantityTypeIdentifierDistance") && $0 != TypeIdentifier.distanceWalkingRunning
    }
}
