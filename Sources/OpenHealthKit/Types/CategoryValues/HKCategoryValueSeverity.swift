/// The severity of a symptom.
public enum HKCategoryValueSeverity: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}
