/// The amount of menstrual flow.
public enum HKCategoryValueMenstrualFlow: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}
