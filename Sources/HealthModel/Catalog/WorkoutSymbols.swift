/// The enumerations of workouts, except the activity.
package enum WorkoutSymbols {
  package static let eventType = SymbolSet(
    "HKWorkoutEventType",
    [
      "pause": 1, "resume": 2, "lap": 3, "marker": 4, "motionPaused": 5, "motionResumed": 6, "segment": 7,
      "pauseOrResumeRequest": 8,
    ])
  package static let locationType = SymbolSet(
    "HKWorkoutSessionLocationType", ["unknown": 1, "indoor": 2, "outdoor": 3])
  package static let swimmingLocationType = SymbolSet(
    "HKWorkoutSwimmingLocationType", ["unknown": 0, "pool": 1, "openWater": 2])
}
