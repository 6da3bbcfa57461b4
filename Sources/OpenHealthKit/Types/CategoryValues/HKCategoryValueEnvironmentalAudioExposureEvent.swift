/// Which limit of loudness the surroundings crossed.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case momentaryLimit = 1
}
