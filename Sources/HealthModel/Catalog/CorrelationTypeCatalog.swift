/// A correlation type and its properties.
package struct CorrelationTypeEntry: Hashable, Sendable {
  package let identifier: String
  /// The Swift case, `bloodPressure`.
  package let name: String
  /// Identifiers of the types that its members may have.
  package let members: [String]
  /// Identifiers of the types that it must contain.
  package let required: [String]
}

/// The types of samples that group others.
package enum CorrelationTypeCatalog {
  package static func entry(for identifier: String) -> CorrelationTypeEntry? {
    all.first { $0.identifier.hasSameBytes(as: identifier) }
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
