/// A category type and its properties.
package struct CategoryTypeEntry: Hashable, Sendable {
  /// The raw identifier, `HKCategoryTypeIdentifierSleepAnalysis`.
  package let identifier: String
  /// The Swift case, `sleepAnalysis`.
  package let name: String
  /// A deprecated case with the same identifier.
  package let oldName: String?
  package let values: SymbolSet
  /// True if only the system writes it.
  package let isReadOnly: Bool
  /// The first iOS with the type.
  package let since: String

  fileprivate init(
    _ name: String, _ values: SymbolSet, since: String, isReadOnly: Bool = false,
    identifier: String? = nil, oldName: String? = nil
  ) {
    self.identifier = identifier ?? "HKCategoryTypeIdentifier" + name.capitalizedFirst
    self.name = name
    self.oldName = oldName
    self.values = values
    self.isReadOnly = isReadOnly
    self.since = since
  }

  /// A type that is in no catalog: the numbers of its values are unknown.
  package init(unlisted identifier: String) {
    self.identifier = identifier
    name = identifier
    oldName = nil
    values = CategoryValueSets.unlisted
    isReadOnly = false
    since = ""
  }
}

/// Every category type: 72 cases over 71 identifiers, because one was renamed.
package enum CategoryTypeCatalog {
  private typealias Entry = CategoryTypeEntry

  /// The type with this raw identifier. O(1).
  package static func entry(for identifier: String) -> CategoryTypeEntry? {
    byIdentifier[ExactText(identifier)]
  }

  private static let byIdentifier = Dictionary(
    all.map { (ExactText($0.identifier), $0) }, uniquingKeysWith: { first, _ in first })

  /// Sorted by name.
  package static let all: [CategoryTypeEntry] = [
    Entry("abdominalCramps", CategoryValueSets.severity, since: "13.6"),
    Entry("acne", CategoryValueSets.severity, since: "13.6"),
    Entry("appetiteChanges", CategoryValueSets.appetiteChanges, since: "13.6"),
    Entry("appleStandHour", CategoryValueSets.appleStandHour, since: "9.0", isReadOnly: true),
    Entry("appleWalkingSteadinessEvent", CategoryValueSets.appleWalkingSteadinessEvent, since: "15.0"),
    Entry("bladderIncontinence", CategoryValueSets.severity, since: "14.0"),
    Entry("bleedingAfterMenopause", CategoryValueSets.vaginalBleeding, since: "27.0"),
    Entry("bleedingAfterPregnancy", CategoryValueSets.vaginalBleeding, since: "18.0"),
    Entry("bleedingDuringPregnancy", CategoryValueSets.vaginalBleeding, since: "18.0"),
    Entry("bloating", CategoryValueSets.severity, since: "13.6"),
    Entry("breastPain", CategoryValueSets.severity, since: "13.6"),
    Entry("cervicalMucusQuality", CategoryValueSets.cervicalMucusQuality, since: "9.0"),
    Entry("chestTightnessOrPain", CategoryValueSets.severity, since: "13.6"),
    Entry("chills", CategoryValueSets.severity, since: "13.6"),
    Entry("constipation", CategoryValueSets.severity, since: "13.6"),
    Entry("contraceptive", CategoryValueSets.contraceptive, since: "14.3"),
    Entry("coughing", CategoryValueSets.severity, since: "13.6"),
    Entry("diarrhea", CategoryValueSets.severity, since: "13.6"),
    Entry("dizziness", CategoryValueSets.severity, since: "13.6"),
    Entry("drySkin", CategoryValueSets.severity, since: "14.0"),
    Entry(
      "environmentalAudioExposureEvent", CategoryValueSets.environmentalAudioExposureEvent, since: "14.0",
      identifier: "HKCategoryTypeIdentifierAudioExposureEvent", oldName: "audioExposureEvent"),
    Entry("fainting", CategoryValueSets.severity, since: "13.6"),
    Entry("fatigue", CategoryValueSets.severity, since: "13.6"),
    Entry("fever", CategoryValueSets.severity, since: "13.6"),
    Entry("generalizedBodyAche", CategoryValueSets.severity, since: "13.6"),
    Entry("hairLoss", CategoryValueSets.severity, since: "14.0"),
    Entry("handwashingEvent", CategoryValueSets.notApplicable, since: "14.0"),
    Entry("headache", CategoryValueSets.severity, since: "13.6"),
    Entry(
      "headphoneAudioExposureEvent", CategoryValueSets.headphoneAudioExposureEvent, since: "14.2", isReadOnly: true),
    Entry("heartburn", CategoryValueSets.severity, since: "13.6"),
    Entry("highHeartRateEvent", CategoryValueSets.notApplicable, since: "12.2", isReadOnly: true),
    Entry("hotFlashes", CategoryValueSets.severity, since: "13.6"),
    Entry("hypertensionEvent", CategoryValueSets.notApplicable, since: "26.2", isReadOnly: true),
    Entry("infrequentMenstrualCycles", CategoryValueSets.notApplicable, since: "16.0"),
    Entry("intermenstrualBleeding", CategoryValueSets.notApplicable, since: "9.0"),
    Entry("irregularHeartRhythmEvent", CategoryValueSets.notApplicable, since: "12.2"),
    Entry("irregularMenstrualCycles", CategoryValueSets.notApplicable, since: "16.0"),
    Entry("lactation", CategoryValueSets.notApplicable, since: "14.3"),
    Entry("lossOfSmell", CategoryValueSets.severity, since: "13.6"),
    Entry("lossOfTaste", CategoryValueSets.severity, since: "13.6"),
    Entry("lowCardioFitnessEvent", CategoryValueSets.lowCardioFitnessEvent, since: "14.3"),
    Entry("lowerBackPain", CategoryValueSets.severity, since: "13.6"),
    Entry("lowHeartRateEvent", CategoryValueSets.notApplicable, since: "12.2", isReadOnly: true),
    Entry("memoryLapse", CategoryValueSets.severity, since: "14.0"),
    Entry("menopausalState", CategoryValueSets.menopausalState, since: "27.0"),
    Entry("menstrualFlow", CategoryValueSets.menstrualFlow, since: "9.0"),
    Entry("mindfulSession", CategoryValueSets.notApplicable, since: "10.0"),
    Entry("moodChanges", CategoryValueSets.presence, since: "13.6"),
    Entry("nausea", CategoryValueSets.severity, since: "13.6"),
    Entry("nightSweats", CategoryValueSets.severity, since: "14.0"),
    Entry("ovulationTestResult", CategoryValueSets.ovulationTestResult, since: "9.0"),
    Entry("pelvicPain", CategoryValueSets.severity, since: "13.6"),
    Entry("persistentIntermenstrualBleeding", CategoryValueSets.notApplicable, since: "16.0"),
    Entry("pregnancy", CategoryValueSets.notApplicable, since: "14.3"),
    Entry("pregnancyTestResult", CategoryValueSets.pregnancyTestResult, since: "15.0"),
    Entry("progesteroneTestResult", CategoryValueSets.progesteroneTestResult, since: "15.0"),
    Entry("prolongedMenstrualPeriods", CategoryValueSets.notApplicable, since: "16.0"),
    Entry("rapidPoundingOrFlutteringHeartbeat", CategoryValueSets.severity, since: "13.6"),
    Entry("runnyNose", CategoryValueSets.severity, since: "13.6"),
    Entry("sexualActivity", CategoryValueSets.notApplicable, since: "9.0"),
    Entry("shortnessOfBreath", CategoryValueSets.severity, since: "13.6"),
    Entry("sinusCongestion", CategoryValueSets.severity, since: "13.6"),
    Entry("skippedHeartbeat", CategoryValueSets.severity, since: "13.6"),
    Entry("sleepAnalysis", CategoryValueSets.sleepAnalysis, since: "8.0"),
    Entry("sleepApneaEvent", CategoryValueSets.notApplicable, since: "18.0"),
    Entry("sleepChanges", CategoryValueSets.presence, since: "13.6"),
    Entry("soreThroat", CategoryValueSets.severity, since: "13.6"),
    Entry("toothbrushingEvent", CategoryValueSets.notApplicable, since: "13.0"),
    Entry("vaginalDryness", CategoryValueSets.severity, since: "14.0"),
    Entry("vomiting", CategoryValueSets.severity, since: "13.6"),
    Entry("wheezing", CategoryValueSets.severity, since: "13.6"),
  ]
}
