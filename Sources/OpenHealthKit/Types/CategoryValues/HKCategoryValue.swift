/// The value of samples that only indicate that an event occurred.
public enum HKCategoryValue: Int, HKCategoryValuePredicateProviding, Sendable {
  case notApplicable = 0
}
