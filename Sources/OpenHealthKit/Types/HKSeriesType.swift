import HealthModel

/// The type of a series of related measurements.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
  /// The type of workout routes.
  public class func workoutRoute() -> HKSeriesType {
    HKSeriesType(named: TypeIdentifier.workoutRoute)
  }

  /// The type of heartbeat series.
  public class func heartbeat() -> HKSeriesType {
    HKSeriesType(named: TypeIdentifier.heartbeatSeries)
  }
}
