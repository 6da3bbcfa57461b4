/// The limit of loudness that the headphones exceeded.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case sevenDayLimit = 1
}
