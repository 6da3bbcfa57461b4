/// Whether something was there.
public enum HKCategoryValuePresence: Int, HKCategoryValuePredicateProviding, Sendable {
  case present = 0
  case notPresent = 1
}
