/// The statistics to compute.
public struct HKStatisticsOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Also computes statistics for each source separately, without merging overlaps.
  public static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
  /// The average. Discrete types only.
  public static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
  /// The smallest value. Discrete types only.
  public static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
  /// The largest value. Discrete types only.
  public static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
  /// The sum, in which no span of time is counted twice. Cumulative types only.
  public static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
  /// The value and dates of the last sample.
  public static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
  /// The total time covered by the samples.
  public static let duration = HKStatisticsOptions(rawValue: 1 << 6)

  /// The older name of ``mostRecent``.
  @available(*, deprecated, renamed: "mostRecent")
  public static let discreteMostRecent = HKStatisticsOptions.mostRecent
}
