/// What is known about a correlation type.
package struct CorrelationTypeEntry: Hashable, Sendable {
  package let identifier: String
  /// The Swift case, `bloodPressure`.
  package let name: String
  /// Identifiers of the types whose samples it may hold.
  package let members: [String]
  /// Identifiers of the types without which it is not whole.
  package let required: [String]
}

/// The types of samples that group others.
package enum CorrelationTypeCatalog {
  package static func entry(for identifier: String) -> CorrelationTypeEntry? {
    all.first { $0.identifier == identifier }
  }

  package static let all: [CorrelationTypeEntry] = [bloodPressure, food]

  private static let pressures = [
    "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic",
  ]

  private static let bloodPressure = CorrelationTypeEntry(
    identifier: TypeIdentifier.bloodPressure, name: "bloodPressure", members: pressures, required: pressures)

  private static let food = CorrelationTypeEntry(
    identifier: TypeIdentifier.food, name: "food",
    members: QuantityTypeCatalog.all.filter { $0.name.hasPrefix("dietary") }.map(\.identifier), required: [])
}
