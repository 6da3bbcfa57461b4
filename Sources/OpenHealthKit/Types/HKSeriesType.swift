import HealthModel

/// A kind of series of measurements that belong together.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
  /// The type of routes of workouts.
  public class func workoutRoute() -> HKSeriesType {
    HKSeriesType(named: TypeIdentifier.workoutRoute)
  }

  /// The type of series of heartbeats.
  public class func heartbeat() -> HKSeriesType {
    HKSeriesType(named: TypeIdentifier.heartbeatSeries)
  }
}
