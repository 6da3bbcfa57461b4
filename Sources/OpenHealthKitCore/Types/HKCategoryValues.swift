/// Category values that can be used in predicates.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable where RawValue == Int {}

// MARK: - Events and symptoms

/// The value of samples that only indicate that an event occurred.
public enum HKCategoryValue: Int, HKCategoryValuePredicateProviding, Sendable {
  /// The event occurred.
  case notApplicable = 0
}

/// Whether a symptom was present.
public enum HKCategoryValuePresence: Int, HKCategoryValuePredicateProviding, Sendable {
  /// It was present.
  case present = 0
  /// It was not present.
  case notPresent = 1
}

/// The severity of a symptom.
public enum HKCategoryValueSeverity: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Present, with a severity that is not specified.
  case unspecified = 0
  /// Not present.
  case notPresent = 1
  /// Mild.
  case mild = 2
  /// Moderate.
  case moderate = 3
  /// Severe.
  case severe = 4
}

/// How the appetite changed.
public enum HKCategoryValueAppetiteChanges: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Not specified.
  case unspecified = 0
  /// No change.
  case noChange = 1
  /// Decreased.
  case decreased = 2
  /// Increased.
  case increased = 3
}

// MARK: - Sleep

/// The state during a span of time in bed.
public enum HKCategoryValueSleepAnalysis: Int, HKCategoryValuePredicateProviding, Sendable {
  /// In bed.
  case inBed = 0
  /// Asleep, in a stage that is not known.
  case asleepUnspecified = 1
  /// Awake.
  case awake = 2
  /// Light or intermediate sleep.
  case asleepCore = 3
  /// Deep sleep.
  case asleepDeep = 4
  /// REM sleep.
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
  /// The user stood and moved for a minute.
  case stood = 0
  /// The user did not.
  case idle = 1
}

/// The kind of a cardio fitness notification.
public enum HKCategoryValueLowCardioFitnessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Cardio fitness is low for age and sex.
  case lowFitness = 1
}

/// The kind of a walking steadiness notification.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Low for the first time.
  case initialLow = 1
  /// Very low for the first time.
  case initialVeryLow = 2
  /// Low again.
  case repeatLow = 3
  /// Very low again.
  case repeatVeryLow = 4
}

// MARK: - Hearing

/// The limit of loudness that the environment exceeded.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  /// For some minutes.
  case momentaryLimit = 1
}

/// The limit of loudness that the environment exceeded; the older name of the enumeration.
public enum HKCategoryValueAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  /// The environment was loud.
  case loudEnvironment = 1
}

/// The limit of loudness that the headphones exceeded.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Over seven days.
  case sevenDayLimit = 1
}

// MARK: - Reproductive health

/// The amount of menstrual flow.
public enum HKCategoryValueMenstrualFlow: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Not specified.
  case unspecified = 1
  /// Light.
  case light = 2
  /// Medium.
  case medium = 3
  /// Heavy.
  case heavy = 4
  /// None.
  case none = 5
}

/// The menopausal state at an instant.
public enum HKCategoryValueMenopausalState: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Menopause.
  case menopause = 1
  /// Perimenopause.
  case perimenopause = 2
  /// The user has confirmed that it is neither. Not the same as unknown.
  case none = 3
}

/// The amount of vaginal bleeding.
public enum HKCategoryValueVaginalBleeding: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Not specified.
  case unspecified = 1
  /// Light.
  case light = 2
  /// Medium.
  case medium = 3
  /// Heavy.
  case heavy = 4
  /// None.
  case none = 5
}

/// A kind of contraceptive.
public enum HKCategoryValueContraceptive: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Not specified.
  case unspecified = 1
  /// An implant.
  case implant = 2
  /// An injection.
  case injection = 3
  /// An intrauterine device.
  case intrauterineDevice = 4
  /// An intravaginal ring.
  case intravaginalRing = 5
  /// A pill.
  case oral = 6
  /// A patch.
  case patch = 7
}

/// The quality of cervical mucus.
public enum HKCategoryValueCervicalMucusQuality: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Dry.
  case dry = 1
  /// Sticky.
  case sticky = 2
  /// Creamy.
  case creamy = 3
  /// Watery.
  case watery = 4
  /// Like egg white.
  case eggWhite = 5
}

/// The result of an ovulation test.
public enum HKCategoryValueOvulationTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Negative.
  case negative = 1
  /// A surge of luteinizing hormone: ovulation is likely within two days.
  case luteinizingHormoneSurge = 2
  /// Neither positive nor negative.
  case indeterminate = 3
  /// A surge of oestrogen: the most fertile days are near.
  case estrogenSurge = 4

  /// The older name of ``luteinizingHormoneSurge``.
  @available(*, deprecated, renamed: "luteinizingHormoneSurge")
  public static let positive = HKCategoryValueOvulationTestResult.luteinizingHormoneSurge
}

/// The result of a pregnancy test.
public enum HKCategoryValuePregnancyTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Negative.
  case negative = 1
  /// Positive.
  case positive = 2
  /// Indeterminate.
  case indeterminate = 3
}

/// The result of a progesterone test.
public enum HKCategoryValueProgesteroneTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
  /// Negative.
  case negative = 1
  /// Positive.
  case positive = 2
  /// Indeterminate.
  case indeterminate = 3
}
