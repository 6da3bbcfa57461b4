import HealthModel

/// The kind of workouts, made by ``HKObjectType/workoutType()``.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {
  override var sampleKind: SampleKind { .workout }
}
