/// The result of an ovulation test.
public enum HKCategoryValueOvulationTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case luteinizingHormoneSurge = 2
  case indeterminate = 3
  case estrogenSurge = 4

  /// The older name of ``luteinizingHormoneSurge``.
  @available(*, deprecated, renamed: "luteinizingHormoneSurge")
  public static let positive = HKCategoryValueOvulationTestResult.luteinizingHormoneSurge
}
