import HealthModel

/// Types that people keep to themselves: no client gets them unless the category is named.
package enum PrivateCategory: String, CaseIterable, Sendable {
  case cycle, sexualActivity, mood, medication, clinical, location

  /// The category of a type; nil for an ordinary one.
  static func of(_ identifier: String) -> PrivateCategory? {
    categories[identifier] ?? (identifier.hasPrefix(TypeIdentifier.clinicalPrefix) ? .clinical : nil)
  }

  /// The types of the catalogs in it.
  var types: [String] { TypeName.all.map(\.identifier).filter { Self.of($0) == self } }

  private static let categories: [String: PrivateCategory] = {
    var all: [String: PrivateCategory] = [:]
    for (category, names) in names {
      for name in names {
        if let identifier = TypeName.identifier(for: name) { all[identifier] = category }
      }
    }
    return all
  }()

  /// By the names of the catalogs; a test compares them with the types whose names suggest a category.
  static let names: [PrivateCategory: [String]] = [
    .cycle: [
      "basalBodyTemperature", "bleedingAfterMenopause", "bleedingAfterPregnancy", "bleedingDuringPregnancy",
      "breastPain",
      "cervicalMucusQuality",
      "contraceptive", "hotFlashes", "infrequentMenstrualCycles", "intermenstrualBleeding", "irregularMenstrualCycles",
      "lactation", "menopausalState", "menstrualFlow", "ovulationTestResult", "pelvicPain",
      "persistentIntermenstrualBleeding",
      "pregnancy",
      "pregnancyTestResult", "progesteroneTestResult", "prolongedMenstrualPeriods", "vaginalDryness",
    ],
    .sexualActivity: ["sexualActivity"],
    .mood: ["stateOfMind", "moodChanges", "gad7", "phq9"],
    .medication: ["medication", "medicationDose", "insulinDelivery", "inhalerUsage"],
    .clinical: ["clinicalDocument", "visionPrescription"],
    .location: ["workoutRoute"],
  ]
}
