/// Whether a symptom was present.
public enum HKCategoryValuePresence: Int, HKCategoryValuePredicateProviding, Sendable {
  case present = 0
  case notPresent = 1
}
