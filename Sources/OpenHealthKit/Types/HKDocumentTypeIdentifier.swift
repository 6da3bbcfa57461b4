// HealthKit spells these cases in capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The identifier of a document type. Unknown identifiers can be created, but no types with them.
public struct HKDocumentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKDocumentTypeIdentifier {
  /// A document in HL7's Clinical Document Architecture.
  public static let CDA = Self(rawValue: "HKDocumentTypeIdentifierCDA")
}
