/// Whether the user stood and moved for at least a minute in an hour. Stood is 0 and idle is 1.
public enum HKCategoryValueAppleStandHour: Int, HKCategoryValuePredicateProviding, Sendable {
  case stood = 0
  case idle = 1
}
