/// Which limit of loudness the headphones crossed.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case sevenDayLimit = 1
}
