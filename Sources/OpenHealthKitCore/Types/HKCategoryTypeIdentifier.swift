/// The identifier of a category type. Unknown identifiers can be created, but no types with them.
public struct HKCategoryTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  /// The value with a raw value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKCategoryTypeIdentifier {
  /// Abdominal cramps, with values of ``HKCategoryValueSeverity``.
  public static let abdominalCramps = Self(rawValue: "HKCategoryTypeIdentifierAbdominalCramps")
  /// Acne, with values of ``HKCategoryValueSeverity``.
  public static let acne = Self(rawValue: "HKCategoryTypeIdentifierAcne")
  /// Appetite changes, with values of ``HKCategoryValueAppetiteChanges``.
  public static let appetiteChanges = Self(rawValue: "HKCategoryTypeIdentifierAppetiteChanges")
  /// Apple stand hour, with values of ``HKCategoryValueAppleStandHour``; only the system writes it.
  public static let appleStandHour = Self(rawValue: "HKCategoryTypeIdentifierAppleStandHour")
  /// Apple walking steadiness event, with values of ``HKCategoryValueAppleWalkingSteadinessEvent``.
  public static let appleWalkingSteadinessEvent = Self(rawValue: "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent")
  /// Bladder incontinence, with values of ``HKCategoryValueSeverity``.
  public static let bladderIncontinence = Self(rawValue: "HKCategoryTypeIdentifierBladderIncontinence")
  /// Bleeding after menopause, with values of ``HKCategoryValueVaginalBleeding``.
  public static let bleedingAfterMenopause = Self(rawValue: "HKCategoryTypeIdentifierBleedingAfterMenopause")
  /// Bleeding after pregnancy, with values of ``HKCategoryValueVaginalBleeding``.
  public static let bleedingAfterPregnancy = Self(rawValue: "HKCategoryTypeIdentifierBleedingAfterPregnancy")
  /// Bleeding during pregnancy, with values of ``HKCategoryValueVaginalBleeding``.
  public static let bleedingDuringPregnancy = Self(rawValue: "HKCategoryTypeIdentifierBleedingDuringPregnancy")
  /// Bloating, with values of ``HKCategoryValueSeverity``.
  public static let bloating = Self(rawValue: "HKCategoryTypeIdentifierBloating")
  /// Breast pain, with values of ``HKCategoryValueSeverity``.
  public static let breastPain = Self(rawValue: "HKCategoryTypeIdentifierBreastPain")
  /// Cervical mucus quality, with values of ``HKCategoryValueCervicalMucusQuality``.
  public static let cervicalMucusQuality = Self(rawValue: "HKCategoryTypeIdentifierCervicalMucusQuality")
  /// Chest tightness or pain, with values of ``HKCategoryValueSeverity``.
  public static let chestTightnessOrPain = Self(rawValue: "HKCategoryTypeIdentifierChestTightnessOrPain")
  /// Chills, with values of ``HKCategoryValueSeverity``.
  public static let chills = Self(rawValue: "HKCategoryTypeIdentifierChills")
  /// Constipation, with values of ``HKCategoryValueSeverity``.
  public static let constipation = Self(rawValue: "HKCategoryTypeIdentifierConstipation")
  /// Contraceptive, with values of ``HKCategoryValueContraceptive``.
  public static let contraceptive = Self(rawValue: "HKCategoryTypeIdentifierContraceptive")
  /// Coughing, with values of ``HKCategoryValueSeverity``.
  public static let coughing = Self(rawValue: "HKCategoryTypeIdentifierCoughing")
  /// Diarrhea, with values of ``HKCategoryValueSeverity``.
  public static let diarrhea = Self(rawValue: "HKCategoryTypeIdentifierDiarrhea")
  /// Dizziness, with values of ``HKCategoryValueSeverity``.
  public static let dizziness = Self(rawValue: "HKCategoryTypeIdentifierDizziness")
  /// Dry skin, with values of ``HKCategoryValueSeverity``.
  public static let drySkin = Self(rawValue: "HKCategoryTypeIdentifierDrySkin")
  /// Environmental audio exposure event, with values of ``HKCategoryValueEnvironmentalAudioExposureEvent``.
  public static let environmentalAudioExposureEvent = Self(rawValue: "HKCategoryTypeIdentifierAudioExposureEvent")
  /// The older name of ``environmentalAudioExposureEvent``.
  @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
  public static let audioExposureEvent = Self(rawValue: "HKCategoryTypeIdentifierAudioExposureEvent")
  /// Fainting, with values of ``HKCategoryValueSeverity``.
  public static let fainting = Self(rawValue: "HKCategoryTypeIdentifierFainting")
  /// Fatigue, with values of ``HKCategoryValueSeverity``.
  public static let fatigue = Self(rawValue: "HKCategoryTypeIdentifierFatigue")
  /// Fever, with values of ``HKCategoryValueSeverity``.
  public static let fever = Self(rawValue: "HKCategoryTypeIdentifierFever")
  /// Generalized body ache, with values of ``HKCategoryValueSeverity``.
  public static let generalizedBodyAche = Self(rawValue: "HKCategoryTypeIdentifierGeneralizedBodyAche")
  /// Hair loss, with values of ``HKCategoryValueSeverity``.
  public static let hairLoss = Self(rawValue: "HKCategoryTypeIdentifierHairLoss")
  /// Handwashing event, with values of ``HKCategoryValue``.
  public static let handwashingEvent = Self(rawValue: "HKCategoryTypeIdentifierHandwashingEvent")
  /// Headache, with values of ``HKCategoryValueSeverity``.
  public static let headache = Self(rawValue: "HKCategoryTypeIdentifierHeadache")
  /// Headphone audio exposure event, with values of ``HKCategoryValueHeadphoneAudioExposureEvent``; only the system writes it.
  public static let headphoneAudioExposureEvent = Self(rawValue: "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent")
  /// Heartburn, with values of ``HKCategoryValueSeverity``.
  public static let heartburn = Self(rawValue: "HKCategoryTypeIdentifierHeartburn")
  /// High heart rate event, with values of ``HKCategoryValue``; only the system writes it.
  public static let highHeartRateEvent = Self(rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent")
  /// Hot flashes, with values of ``HKCategoryValueSeverity``.
  public static let hotFlashes = Self(rawValue: "HKCategoryTypeIdentifierHotFlashes")
  /// Hypertension event, with values of ``HKCategoryValue``; only the system writes it.
  public static let hypertensionEvent = Self(rawValue: "HKCategoryTypeIdentifierHypertensionEvent")
  /// Infrequent menstrual cycles, with values of ``HKCategoryValue``.
  public static let infrequentMenstrualCycles = Self(rawValue: "HKCategoryTypeIdentifierInfrequentMenstrualCycles")
  /// Intermenstrual bleeding, with values of ``HKCategoryValue``.
  public static let intermenstrualBleeding = Self(rawValue: "HKCategoryTypeIdentifierIntermenstrualBleeding")
  /// Irregular heart rhythm event, with values of ``HKCategoryValue``.
  public static let irregularHeartRhythmEvent = Self(rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent")
  /// Irregular menstrual cycles, with values of ``HKCategoryValue``.
  public static let irregularMenstrualCycles = Self(rawValue: "HKCategoryTypeIdentifierIrregularMenstrualCycles")
  /// Lactation, with values of ``HKCategoryValue``.
  public static let lactation = Self(rawValue: "HKCategoryTypeIdentifierLactation")
  /// Loss of smell, with values of ``HKCategoryValueSeverity``.
  public static let lossOfSmell = Self(rawValue: "HKCategoryTypeIdentifierLossOfSmell")
  /// Loss of taste, with values of ``HKCategoryValueSeverity``.
  public static let lossOfTaste = Self(rawValue: "HKCategoryTypeIdentifierLossOfTaste")
  /// Low cardio fitness event, with values of ``HKCategoryValueLowCardioFitnessEvent``.
  public static let lowCardioFitnessEvent = Self(rawValue: "HKCategoryTypeIdentifierLowCardioFitnessEvent")
  /// Lower back pain, with values of ``HKCategoryValueSeverity``.
  public static let lowerBackPain = Self(rawValue: "HKCategoryTypeIdentifierLowerBackPain")
  /// Low heart rate event, with values of ``HKCategoryValue``; only the system writes it.
  public static let lowHeartRateEvent = Self(rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent")
  /// Memory lapse, with values of ``HKCategoryValueSeverity``.
  public static let memoryLapse = Self(rawValue: "HKCategoryTypeIdentifierMemoryLapse")
  /// Menopause, perimenopause or neither at an instant, with values of ``HKCategoryValueMenopausalState``. The start is the
  /// end.
  public static let menopausalState = Self(rawValue: "HKCategoryTypeIdentifierMenopausalState")
  /// Menstrual flow, with values of ``HKCategoryValueMenstrualFlow``.
  public static let menstrualFlow = Self(rawValue: "HKCategoryTypeIdentifierMenstrualFlow")
  /// Mindful session, with values of ``HKCategoryValue``.
  public static let mindfulSession = Self(rawValue: "HKCategoryTypeIdentifierMindfulSession")
  /// Mood changes, with values of ``HKCategoryValuePresence``.
  public static let moodChanges = Self(rawValue: "HKCategoryTypeIdentifierMoodChanges")
  /// Nausea, with values of ``HKCategoryValueSeverity``.
  public static let nausea = Self(rawValue: "HKCategoryTypeIdentifierNausea")
  /// Night sweats, with values of ``HKCategoryValueSeverity``.
  public static let nightSweats = Self(rawValue: "HKCategoryTypeIdentifierNightSweats")
  /// Ovulation test result, with values of ``HKCategoryValueOvulationTestResult``.
  public static let ovulationTestResult = Self(rawValue: "HKCategoryTypeIdentifierOvulationTestResult")
  /// Pelvic pain, with values of ``HKCategoryValueSeverity``.
  public static let pelvicPain = Self(rawValue: "HKCategoryTypeIdentifierPelvicPain")
  /// Persistent intermenstrual bleeding, with values of ``HKCategoryValue``.
  public static let persistentIntermenstrualBleeding = Self(
    rawValue: "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding")
  /// Pregnancy, with values of ``HKCategoryValue``.
  public static let pregnancy = Self(rawValue: "HKCategoryTypeIdentifierPregnancy")
  /// Pregnancy test result, with values of ``HKCategoryValuePregnancyTestResult``.
  public static let pregnancyTestResult = Self(rawValue: "HKCategoryTypeIdentifierPregnancyTestResult")
  /// Progesterone test result, with values of ``HKCategoryValueProgesteroneTestResult``.
  public static let progesteroneTestResult = Self(rawValue: "HKCategoryTypeIdentifierProgesteroneTestResult")
  /// Prolonged menstrual periods, with values of ``HKCategoryValue``.
  public static let prolongedMenstrualPeriods = Self(rawValue: "HKCategoryTypeIdentifierProlongedMenstrualPeriods")
  /// Rapid pounding or fluttering heartbeat, with values of ``HKCategoryValueSeverity``.
  public static let rapidPoundingOrFlutteringHeartbeat = Self(
    rawValue: "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat")
  /// Runny nose, with values of ``HKCategoryValueSeverity``.
  public static let runnyNose = Self(rawValue: "HKCategoryTypeIdentifierRunnyNose")
  /// Sexual activity, with values of ``HKCategoryValue``.
  public static let sexualActivity = Self(rawValue: "HKCategoryTypeIdentifierSexualActivity")
  /// Shortness of breath, with values of ``HKCategoryValueSeverity``.
  public static let shortnessOfBreath = Self(rawValue: "HKCategoryTypeIdentifierShortnessOfBreath")
  /// Sinus congestion, with values of ``HKCategoryValueSeverity``.
  public static let sinusCongestion = Self(rawValue: "HKCategoryTypeIdentifierSinusCongestion")
  /// Skipped heartbeat, with values of ``HKCategoryValueSeverity``.
  public static let skippedHeartbeat = Self(rawValue: "HKCategoryTypeIdentifierSkippedHeartbeat")
  /// Sleep analysis, with values of ``HKCategoryValueSleepAnalysis``.
  public static let sleepAnalysis = Self(rawValue: "HKCategoryTypeIdentifierSleepAnalysis")
  /// Sleep apnea event, with values of ``HKCategoryValue``.
  public static let sleepApneaEvent = Self(rawValue: "HKCategoryTypeIdentifierSleepApneaEvent")
  /// Sleep changes, with values of ``HKCategoryValuePresence``.
  public static let sleepChanges = Self(rawValue: "HKCategoryTypeIdentifierSleepChanges")
  /// Sore throat, with values of ``HKCategoryValueSeverity``.
  public static let soreThroat = Self(rawValue: "HKCategoryTypeIdentifierSoreThroat")
  /// Toothbrushing event, with values of ``HKCategoryValue``.
  public static let toothbrushingEvent = Self(rawValue: "HKCategoryTypeIdentifierToothbrushingEvent")
  /// Vaginal dryness, with values of ``HKCategoryValueSeverity``.
  public static let vaginalDryness = Self(rawValue: "HKCategoryTypeIdentifierVaginalDryness")
  /// Vomiting, with values of ``HKCategoryValueSeverity``.
  public static let vomiting = Self(rawValue: "HKCategoryTypeIdentifierVomiting")
  /// Wheezing, with values of ``HKCategoryValueSeverity``.
  public static let wheezing = Self(rawValue: "HKCategoryTypeIdentifierWheezing")
}
