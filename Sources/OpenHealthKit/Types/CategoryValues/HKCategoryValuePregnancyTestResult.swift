/// The result of a pregnancy test.
public enum HKCategoryValuePregnancyTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}
