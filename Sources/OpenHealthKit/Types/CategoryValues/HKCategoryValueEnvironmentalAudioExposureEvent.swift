/// Which limit of loudness the environment crossed.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case momentaryLimit = 1
}
