/// How bad a symptom was.
public enum HKCategoryValueSeverity: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}
