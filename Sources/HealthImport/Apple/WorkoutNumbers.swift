/// The raw numbers of workout events.
enum WorkoutEventNumber {
  static func number(of symbol: UnsafeRawBufferPointer) -> Int? {
    names.firstIndex { symbol.equals($0) }.map { $0 + 1 }
  }

  private static let names: [StaticString] = [
    "HKWorkoutEventTypePause", "HKWorkoutEventTypeResume", "HKWorkoutEventTypeLap", "HKWorkoutEventTypeMarker",
    "HKWorkoutEventTypeMotionPaused", "HKWorkoutEventTypeMotionResumed", "HKWorkoutEventTypeSegment",
    "HKWorkoutEventTypePauseOrResumeRequest",
  ]
}

/// The raw numbers of workout activities that the importer treats apart.
enum WorkoutActivityNumber {
  static let cycling = 13
  static let swimming = 46
  /// Also for activities that the catalog does not know.
  static let other = 3_000

  /// The quantity type that a workout's total distance belongs to.
  static func distanceType(of activity: Int?) -> String {
    switch activity {
    case cycling: "HKQuantityTypeIdentifierDistanceCycling"
    case swimming: "HKQuantityTypeIdentifierDistanceSwimming"
    default: "HKQuantityTypeIdentifierDistanceWalkingRunning"
    }
  }
}
