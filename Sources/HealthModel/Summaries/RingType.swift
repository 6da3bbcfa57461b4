/// The identifiers of the types from which the rings and the day view are computed.
package enum RingType {
  package static let activeEnergy = TypeIdentifier.activeEnergyBurned
  package static let moveTime = TypeIdentifier.appleMoveTime
  package static let exerciseTime = TypeIdentifier.appleExerciseTime
  package static let standHour = TypeIdentifier.appleStandHour
  package static let stepCount = TypeIdentifier.stepCount
  package static let distance = TypeIdentifier.distanceWalkingRunning

  /// The types from which a day's summary is computed.
  package static let all: Set<String> = [activeEnergy, moveTime, exerciseTime, standHour]
  /// The types from which the hours, steps and distance of a day are computed.
  package static let ofActivity = all.union([stepCount, distance])
}
