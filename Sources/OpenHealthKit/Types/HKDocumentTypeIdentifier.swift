// HealthKit spells these cases in capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The name of a document type. Open: a name that no catalog knows can be made, but no type of it.
public struct HKDocumentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The name as files and databases hold it.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKDocumentTypeIdentifier {
  /// A document in HL7's Clinical Document Architecture.
  public static let CDA = Self(rawValue: "HKDocumentTypeIdentifierCDA")
}
