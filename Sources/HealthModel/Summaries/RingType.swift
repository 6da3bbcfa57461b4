/// The identifiers of the types from which the rings and the day view are computed.
package enum RingType {
  package static let activeEnergy = TypeIdentifier.activeEnergyBurned
  package static let moveTime = TypeIdentifier.appleMoveTime
  package static let exerciseTime = TypeIdentifier.appleExerciseTime
  package static let standHour = TypeIdentifier.appleStandHour
  package static let stepCount = TypeIdentifier.stepCount
  package static let distance = TypeIdentifier.distanceWalkingRunning
  package static let flights = "HKQuantityTypeIdentifierFlightsClimbed"

  /// The types from which a day's summary is computed.
  package static let all: Set<String> = [activeEnergy, moveTime, exerciseTime, standHour]
  /// The types that a phone records by itself.
  package static let ofPhone: Set<String> = [stepCount, distance, flights]
  /// What the hours, steps, distance and flights of a day are computed from.
  package static let ofActivity = all.union(ofPhone)
}
