/// The state during a span of time in bed.
public enum HKCategoryValueSleepAnalysis: Int, HKCategoryValuePredicateProviding, Sendable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5

  /// The older name of ``asleepUnspecified``.
  @available(*, deprecated, renamed: "asleepUnspecified")
  public static let asleep = HKCategoryValueSleepAnalysis.asleepUnspecified

  /// All values that mean being asleep.
  public static var allAsleepValues: Set<Self> { [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM] }
}
