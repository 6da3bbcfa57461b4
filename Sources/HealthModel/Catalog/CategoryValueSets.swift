/// The values of the category types, by enumeration.
package enum CategoryValueSets {
  /// Those of a type that is in no catalog.
  static let unlisted = SymbolSet("", [:])

  package static let notApplicable = SymbolSet("HKCategoryValue", ["notApplicable": 0])
  package static let severity = SymbolSet(
    "HKCategoryValueSeverity", ["unspecified": 0, "notPresent": 1, "mild": 2, "moderate": 3, "severe": 4])
  package static let appetiteChanges = SymbolSet(
    "HKCategoryValueAppetiteChanges", ["unspecified": 0, "noChange": 1, "decreased": 2, "increased": 3])
  /// Stood is 0 and idle is 1, not the other way round.
  package static let appleStandHour = SymbolSet("HKCategoryValueAppleStandHour", ["stood": 0, "idle": 1])
  package static let appleWalkingSteadinessEvent = SymbolSet(
    "HKCategoryValueAppleWalkingSteadinessEvent",
    ["initialLow": 1, "initialVeryLow": 2, "repeatLow": 3, "repeatVeryLow": 4])
  package static let environmentalAudioExposureEvent = SymbolSet(
    "HKCategoryValueEnvironmentalAudioExposureEvent", ["momentaryLimit": 1])
  /// The older name of the same values.
  package static let audioExposureEvent = SymbolSet("HKCategoryValueAudioExposureEvent", ["loudEnvironment": 1])
  package static let headphoneAudioExposureEvent = SymbolSet(
    "HKCategoryValueHeadphoneAudioExposureEvent", ["sevenDayLimit": 1])
  package static let lowCardioFitnessEvent = SymbolSet("HKCategoryValueLowCardioFitnessEvent", ["lowFitness": 1])
  package static let vaginalBleeding = SymbolSet(
    "HKCategoryValueVaginalBleeding", ["unspecified": 1, "light": 2, "medium": 3, "heavy": 4, "none": 5])
  /// Apple has published the names but not the numbers, which are those of their order in its documentation.
  package static let menopausalState = SymbolSet(
    "HKCategoryValueMenopausalState", ["menopause": 1, "perimenopause": 2, "none": 3])
  package static let menstrualFlow = SymbolSet(
    "HKCategoryValueMenstrualFlow", ["unspecified": 1, "light": 2, "medium": 3, "heavy": 4, "none": 5])
  package static let cervicalMucusQuality = SymbolSet(
    "HKCategoryValueCervicalMucusQuality", ["dry": 1, "sticky": 2, "creamy": 3, "watery": 4, "eggWhite": 5])
  package static let contraceptive = SymbolSet(
    "HKCategoryValueContraceptive",
    [
      "unspecified": 1, "implant": 2, "injection": 3, "intrauterineDevice": 4, "intravaginalRing": 5, "oral": 6,
      "patch": 7,
    ])
  package static let presence = SymbolSet("HKCategoryValuePresence", ["present": 0, "notPresent": 1])
  package static let ovulationTestResult = SymbolSet(
    "HKCategoryValueOvulationTestResult",
    ["negative": 1, "luteinizingHormoneSurge": 2, "positive": 2, "indeterminate": 3, "estrogenSurge": 4])
  package static let pregnancyTestResult = SymbolSet(
    "HKCategoryValuePregnancyTestResult", ["negative": 1, "positive": 2, "indeterminate": 3])
  package static let progesteroneTestResult = SymbolSet(
    "HKCategoryValueProgesteroneTestResult", ["negative": 1, "positive": 2, "indeterminate": 3])
  /// Exports made before iOS 16 print `…Asleep` for the value that is now `…AsleepUnspecified`.
  package static let sleepAnalysis = SymbolSet(
    "HKCategoryValueSleepAnalysis",
    [
      "inBed": 0, "asleepUnspecified": 1, "asleep": 1, "awake": 2, "asleepCore": 3, "asleepDeep": 4, "asleepREM": 5,
    ])

  /// Values of the sleep analysis that mean being asleep.
  package static let asleep: Set<Int> = [1, 3, 4, 5]

  package static let all: [SymbolSet] = [
    notApplicable, severity, appetiteChanges, appleStandHour, appleWalkingSteadinessEvent,
    environmentalAudioExposureEvent, audioExposureEvent, headphoneAudioExposureEvent, lowCardioFitnessEvent,
    vaginalBleeding, menopausalState, menstrualFlow, cervicalMucusQuality, contraceptive, presence, ovulationTestResult,
    pregnancyTestResult, progesteroneTestResult, sleepAnalysis,
  ]
}
