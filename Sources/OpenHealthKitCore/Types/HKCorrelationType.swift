public import Foundation
import HealthModel

/// The type of samples that group others: a blood pressure, a meal.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
  private static let prefix = "HKCorrelationTypeIdentifier"

  /// The type with an identifier.
  ///
  /// Unlike in HealthKit, an identifier that is not in the catalog is one of a type that only the store knows, such as a
  /// newer system's. Traps if the identifier does not begin with `HKCorrelationTypeIdentifier`.
  public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
    HKPrecondition.check(
      Self.isNamed(identifier.rawValue), "Invalid correlation type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  convenience init?(known identifier: String) {
    guard Self.isNamed(identifier) else { return nil }
    self.init(named: identifier)
  }

  private static func isNamed(_ identifier: String) -> Bool {
    identifier.hasPrefix(prefix) && identifier.utf8.count > prefix.utf8.count
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
