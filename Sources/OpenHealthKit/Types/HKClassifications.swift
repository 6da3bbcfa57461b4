/// How steadily a person walks, by HealthKit's numbers. Apple does not publish which values make which, so that nothing is
/// classified here.
public enum HKAppleWalkingSteadinessClassification: Int, Sendable {
  case ok = 1
  case low = 2
  case veryLow = 3
}

/// How often breathing is disturbed in sleep, by HealthKit's numbers. Apple does not publish where elevated begins, so that
/// nothing is classified here.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, Sendable {
  case notElevated = 0
  case elevated = 1
}
