/// The kind of a walking steadiness notification.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case initialLow = 1
  case initialVeryLow = 2
  case repeatLow = 3
  case repeatVeryLow = 4
}
