extension CategoryTypeCatalog {
  /// The raw value for a category record's printed value. O(1).
  ///
  /// Accepts the symbols of the type's own enumeration, `HKCategoryValueNotApplicable` (0 for any type), the type's
  /// own name, which exports print as the value of events, older enumerations of the same values, and plain whole
  /// numbers.
  ///
  /// - Returns: nil for an unknown symbol, and for a type that is not in the catalog unless the value is a whole
  ///   number.
  package static func rawValue(printed: String, for identifier: String) -> Int? {
    if let number = Int(printed) { return number }
    guard let entry = entry(for: identifier) else { return nil }
    if let value = entry.values.rawValue(forSymbol: printed) { return value }
    if let value = CategoryValueSets.notApplicable.rawValue(forSymbol: printed) { return value }
    if let value = olderValues[identifier]?.rawValue(forSymbol: printed) { return value }
    // An event has only one value, printed as the event's own name.
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

  /// Other enumerations that older or newer systems use for the values of a type.
  private static let olderValues: [String: SymbolSet] = [
    "HKCategoryTypeIdentifierAudioExposureEvent": CategoryValueSets.audioExposureEvent,
    "HKCategoryTypeIdentifierMenstrualFlow": CategoryValueSets.vaginalBleeding,
  ]
}
