/// The identifiers of the types that the rings and the day view are made of.
package enum RingType {
  package static let activeEnergy = TypeIdentifier.activeEnergyBurned
  package static let moveTime = TypeIdentifier.appleMoveTime
  package static let exerciseTime = TypeIdentifier.appleExerciseTime
  package static let standHour = TypeIdentifier.appleStandHour
  package static let stepCount = TypeIdentifier.stepCount
  package static let distance = TypeIdentifier.distanceWalkingRunning

  /// What a day's summary is computed from.
  package static let all: Set<String> = [activeEnergy, moveTime, exerciseTime, standHour]
  /// What the hours, steps and distance of a day are computed from.
  package static let ofActivity = all.union([stepCount, distance])
}
