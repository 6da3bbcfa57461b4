import HealthModel

/// The importer's questions to the catalogs of the model.
enum AppleCatalog {
  static let workoutType = "HKWorkoutTypeIdentifier"

  static func kind(of identifier: String) -> SampleKind {
    if identifier.hasPrefix("HKQuantityTypeIdentifier") { return .quantity }
    if identifier.hasPrefix("HKCategoryTypeIdentifier") { return .category }
    if identifier.hasPrefix("HKCorrelationTypeIdentifier") { return .correlation }
    return .other
  }

  static func accepts(unit: String?, forQuantityType identifier: String) -> Bool {
    unit != nil
  }

  static func categoryValue(_ symbol: String, type: String) -> Double? {
    Double(symbol)
  }

  static func activityType(_ symbol: String) -> Int? {
    nil
  }

  static func metadataEntry(key: String, printed: String) -> Metadata.Entry {
    Metadata.Entry(key: key, value: .text(printed))
  }

  /// The number in another unit, or nil where one does not measure what the other does.
  static func convert(_ value: Double, from unit: String, to canonical: String) -> Double? {
    switch (unit, canonical) {
    case ("kcal", "kcal"), ("Cal", "kcal"), ("min", "s"): unit == "min" ? value * 60 : value
    case ("kJ", "kcal"): value / 4.184
    default: nil
    }
  }
}
