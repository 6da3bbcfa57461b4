/// Classifications of walking steadiness, with HealthKit's numbers. Apple does not publish the limits, so nothing is
/// classified here.
public enum HKAppleWalkingSteadinessClassification: Int, Sendable {
  case ok = 1
  case low = 2
  case veryLow = 3
}

/// Classifications of breathing disturbances during sleep, with HealthKit's numbers. Apple does not publish the
/// limits, so nothing is classified here.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, Sendable {
  case notElevated = 0
  case elevated = 1
}
