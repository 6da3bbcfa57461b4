public import Foundation
import HealthModel

/// The type of samples that group others: a blood pressure, a meal.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
  /// The type with an identifier. Traps if the identifier is not in the catalog.
  public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
    HKPrecondition.check(
      CorrelationTypeCatalog.entry(for: identifier.rawValue) != nil,
      "Invalid correlation type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  convenience init?(known identifier: String) {
    guard CorrelationTypeCatalog.entry(for: identifier) != nil else { return nil }
    self.init(named: identifier)
  }

  package override init(named identifier: String) {
    super.init(named: identifier)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override var sampleKind: SampleKind { .correlation }
}

/// The identifier of a correlation type. Unknown identifiers can be created, but no types with them.
public struct HKCorrelationTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  /// The value with a raw value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKCorrelationTypeIdentifier {
  /// A systolic and a diastolic blood pressure measured together.
  public static let bloodPressure = Self(rawValue: "HKCorrelationTypeIdentifierBloodPressure")
  /// The nutrients of a meal.
  public static let food = Self(rawValue: "HKCorrelationTypeIdentifierFood")
}
