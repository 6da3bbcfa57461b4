/// What statistics are asked for.
public struct HKStatisticsOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Also every source on its own, where overlaps are not merged.
  public static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
  /// The average. Discrete types only.
  public static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
  /// The smallest value. Discrete types only.
  public static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
  /// The largest value. Discrete types only.
  public static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
  /// The sum, in which no span of time counts twice. Cumulative types only.
  public static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
  /// The value of the last sample, and when it was.
  public static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
  /// How much time the samples cover.
  public static let duration = HKStatisticsOptions(rawValue: 1 << 6)

  /// The older name of ``mostRecent``.
  @available(*, deprecated, renamed: "mostRecent")
  public static let discreteMostRecent = HKStatisticsOptions.mostRecent
}
