/// Which limit of loudness the surroundings crossed, by its older name.
public enum HKCategoryValueAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case loudEnvironment = 1
}
