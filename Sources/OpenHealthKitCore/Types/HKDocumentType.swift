// HealthKit spells these cases in capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import HealthModel

/// The type of a document.
open class HKDocumentType: HKSampleType, @unchecked Sendable {
  /// The type with an identifier. Traps for identifiers other than ``HKDocumentTypeIdentifier/CDA``.
  public convenience init(_ identifier: HKDocumentTypeIdentifier) {
    HKPrecondition.check(
      identifier == .CDA, "Invalid document type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  convenience init?(known identifier: String) {
    guard identifier == TypeIdentifier.clinicalDocument else { return nil }
    self.init(named: identifier)
  }

  package override init(named identifier: String) {
    super.init(named: identifier)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Four days, the maximum in Apple's store.
  override var durationLimit: TimeInterval? { 345_600 }
}

/// The identifier of a document type. Unknown identifiers can be created, but no types with them.
public struct HKDocumentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  /// The value with a raw value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKDocumentTypeIdentifier {
  /// A document in HL7's Clinical Document Architecture.
  public static let CDA = Self(rawValue: "HKDocumentTypeIdentifierCDA")
}
