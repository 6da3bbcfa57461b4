/// The value of samples that say nothing but that something happened.
public enum HKCategoryValue: Int, HKCategoryValuePredicateProviding, Sendable {
  case notApplicable = 0
}
