/// The limit of loudness that the environment exceeded.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case momentaryLimit = 1
}
