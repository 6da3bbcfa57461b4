import HealthModel

/// The type of workouts, from ``HKObjectType/workoutType()``.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {
  override var sampleKind: SampleKind { .workout }
}
