/// The kind of a cardio fitness notification.
public enum HKCategoryValueLowCardioFitnessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case lowFitness = 1
}
