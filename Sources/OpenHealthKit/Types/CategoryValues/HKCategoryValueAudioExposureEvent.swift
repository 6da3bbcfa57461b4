/// Which limit of loudness the environment crossed, by its older name.
public enum HKCategoryValueAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case loudEnvironment = 1
}
