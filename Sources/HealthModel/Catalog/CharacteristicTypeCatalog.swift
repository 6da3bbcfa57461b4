/// A characteristic and its properties: a fact about the user that does not change from day to day.
package struct CharacteristicTypeEntry: Hashable, Sendable {
  package let identifier: String
  /// The Swift case, `bloodType`.
  package let name: String
  /// Its values; nil for the date of birth.
  package let values: SymbolSet?

  fileprivate init(_ name: String, _ values: SymbolSet?) {
    self.identifier = "HKCharacteristicTypeIdentifier" + name.capitalizedFirst
    self.name = name
    self.values = values
  }
}

/// Every characteristic, with the symbols that an export's `Me` element prints.
package enum CharacteristicTypeCatalog {
  package static func entry(for identifier: String) -> CharacteristicTypeEntry? {
    all.first { $0.identifier == identifier }
  }

  package static let all: [CharacteristicTypeEntry] = [
    CharacteristicTypeEntry("activityMoveMode", activityMoveMode),
    CharacteristicTypeEntry("biologicalSex", biologicalSex),
    CharacteristicTypeEntry("bloodType", bloodType),
    CharacteristicTypeEntry("dateOfBirth", nil),
    CharacteristicTypeEntry("fitzpatrickSkinType", fitzpatrickSkinType),
    CharacteristicTypeEntry("referenceSex", referenceSex),
    CharacteristicTypeEntry("wheelchairUse", wheelchairUse),
  ]

  package static let activityMoveMode = SymbolSet("HKActivityMoveMode", ["activeEnergy": 1, "appleMoveTime": 2])
  package static let biologicalSex = SymbolSet("HKBiologicalSex", ["notSet": 0, "female": 1, "male": 2, "other": 3])
  package static let bloodType = SymbolSet(
    "HKBloodType",
    [
      "notSet": 0, "aPositive": 1, "aNegative": 2, "bPositive": 3, "bNegative": 4, "abPositive": 5, "abNegative": 6,
      "oPositive": 7, "oNegative": 8,
    ],
    // Two capitals, unlike the name derived from the case.
    symbols: ["abPositive": "HKBloodTypeABPositive", "abNegative": "HKBloodTypeABNegative"])
  package static let fitzpatrickSkinType = SymbolSet(
    "HKFitzpatrickSkinType", ["notSet": 0, "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6])
  package static let referenceSex = SymbolSet("HKReferenceSex", ["notSet": 0, "female": 1, "male": 2])
  package static let wheelchairUse = SymbolSet("HKWheelchairUse", ["notSet": 0, "no": 1, "yes": 2])
}
