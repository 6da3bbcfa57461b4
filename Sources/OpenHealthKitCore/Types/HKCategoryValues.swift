/// Category values that can be used in predicates.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable where RawValue == Int {}

// MARK: - Events and symptoms

/// The value of samples that only indicate that an event occurred.
public enum HKCategoryValue: Int, HKCategoryValuePredicateProviding, Sendable {
  case notApplicable = 0
}

/// Whether a symptom was present.
public enum HKCategoryValuePresence: Int, HKCategoryValuePredicateProviding, Sendable {
  case present = 0
  case notPresent = 1
}

/// The severity of a symptom.
public enum HKCategoryValueSeverity: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}

/// How the appetite changed.
public enum HKCategoryValueAppetiteChanges: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 0
  case noChange = 1
  case decreased = 2
  case increased = 3
}

// MARK: - Sleep

/// The state during a span of time in bed.
public enum HKCategoryValueSleepAnalysis: Int, HKCategoryValuePredicateProviding, Sendable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5

  /// The older name of ``asleepUnspecified``.
  @available(*, deprecated, renamed: "asleepUnspecified")
  public static let asleep = HKCategoryValueSleepAnalysis.asleepUnspecified

  /// All values that mean being asleep.
  public static var allAsleepValues: Set<Self> { [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM] }
}

// MARK: - Activity and fitness

/// Whether the user stood and moved for at least a minute in an hour. Stood is 0 and idle is 1.
public enum HKCategoryValueAppleStandHour: Int, HKCategoryValuePredicateProviding, Sendable {
  case stood = 0
  case idle = 1
}

/// The kind of a cardio fitness notification.
public enum HKCategoryValueLowCardioFitnessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case lowFitness = 1
}

/// The kind of a walking steadiness notification.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case initialLow = 1
  case initialVeryLow = 2
  case repeatLow = 3
  case repeatVeryLow = 4
}

// MARK: - Hearing

/// The limit of loudness that the environment exceeded.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case momentaryLimit = 1
}

/// The limit of loudness that the environment exceeded; the older name of the enumeration.
public enum HKCategoryValueAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case loudEnvironment = 1
}

/// The limit of loudness that the headphones exceeded.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  case sevenDayLimit = 1
}

// MARK: - Reproductive health

/// The amount of menstrual flow.
public enum HKCategoryValueMenstrualFlow: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

/// The amount of vaginal bleeding.
public enum HKCategoryValueVaginalBleeding: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

/// A kind of contraceptive.
public enum HKCategoryValueContraceptive: Int, HKCategoryValuePredicateProviding, Sendable {
  case unspecified = 1
  case implant = 2
  case injection = 3
  case intrauterineDevice = 4
  case intravaginalRing = 5
  case oral = 6
  case patch = 7
}

/// The quality of cervical mucus.
public enum HKCategoryValueCervicalMucusQuality: Int, HKCategoryValuePredicateProviding, Sendable {
  case dry = 1
  case sticky = 2
  case creamy = 3
  case watery = 4
  case eggWhite = 5
}

/// The result of an ovulation test.
public enum HKCategoryValueOvulationTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case luteinizingHormoneSurge = 2
  case indeterminate = 3
  case estrogenSurge = 4

  /// The older name of ``luteinizingHormoneSurge``.
  @available(*, deprecated, renamed: "luteinizingHormoneSurge")
  public static let positive = HKCategoryValueOvulationTestResult.luteinizingHormoneSurge
}

/// The result of a pregnancy test.
public enum HKCategoryValuePregnancyTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

/// The result of a progesterone test.
public enum HKCategoryValueProgesteroneTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}
