/// The amount of vaginal bleeding.
public enum HKCategoryValueVaginalBleeding: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}
