/// The limit of loudness that the environment exceeded; the older name of the enumeration.
public enum HKCategoryValueAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case loudEnvironment = 1
}
