/// What a warning about cardio fitness says.
public enum HKCategoryValueLowCardioFitnessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case lowFitness = 1
}
