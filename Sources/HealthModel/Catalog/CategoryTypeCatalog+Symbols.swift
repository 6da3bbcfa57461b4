extension CategoryTypeCatalog {
  /// The raw value behind a category record's printed value. O(1).
  ///
  /// Reads the symbols of the type's own enumeration, `HKCategoryValueNotApplicable` (0 for any type), the type's own
  /// name as value, which exports print for events, older enumerations of the same values, and plain whole numbers.
  ///
  /// - Returns: nil for a symbol that nobody knows, and for a type that the catalog does not have unless the value is a
  ///   whole number.
  package static func rawValue(printed: String, for identifier: String) -> Int? {
    if let number = Int(printed) { return number }
    guard let entry = entry(for: identifier) else { return nil }
    if let value = entry.values.rawValue(forSymbol: printed) { return value }
    if let value = CategoryValueSets.notApplicable.rawValue(forSymbol: printed) { return value }
    if let value = olderValues[identifier]?.rawValue(forSymbol: printed) { return value }
    // An event has one value only, and its own name stands for it.
    let name = entry.name.capitalizedFirst
    let oldName = entry.oldName?.capitalizedFirst
    if entry.values.members.count == 1,
      printed == "HKCategoryValue" + name || printed == entry.identifier
        || oldName.map({ printed == "HKCategoryValue" + $0 }) == true
    {
      return entry.values.members.first?.rawValue
    }
    return nil
  }

  /// Enumerations that stood, or stand in newer systems, for the values of a type beside its own.
  private static let olderValues: [String: SymbolSet] = [
    "HKCategoryTypeIdentifierAudioExposureEvent": CategoryValueSets.audioExposureEvent,
    "HKCategoryTypeIdentifierMenstrualFlow": CategoryValueSets.vaginalBleeding,
  ]
}
