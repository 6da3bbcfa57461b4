/// The result of a progesterone test.
public enum HKCategoryValueProgesteroneTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}
