public import Foundation
import HealthModel

/// A fact about the user that does not change from day to day.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
  /// The type with an identifier. Traps if the identifier is not in the catalog.
  public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
    HKPrecondition.check(
      CharacteristicTypeCatalog.entry(for: identifier.rawValue) != nil,
      "Invalid characteristic type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  convenience init?(known identifier: String) {
    guard CharacteristicTypeCatalog.entry(for: identifier) != nil else { return nil }
    self.init(named: identifier)
  }

  package override init(named identifier: String) {
    super.init(named: identifier)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// The identifier of a characteristic type. Unknown identifiers can be created, but no types with them.
public struct HKCharacteristicTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

  /// The value with a raw value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKCharacteristicTypeIdentifier {
  /// Activity move mode.
  public static let activityMoveMode = Self(rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode")
  /// Biological sex.
  public static let biologicalSex = Self(rawValue: "HKCharacteristicTypeIdentifierBiologicalSex")
  /// Blood type.
  public static let bloodType = Self(rawValue: "HKCharacteristicTypeIdentifierBloodType")
  /// Date of birth.
  public static let dateOfBirth = Self(rawValue: "HKCharacteristicTypeIdentifierDateOfBirth")
  /// Fitzpatrick skin type.
  public static let fitzpatrickSkinType = Self(rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType")
  /// The sex whose reference ranges apply.
  public static let referenceSex = Self(rawValue: "HKCharacteristicTypeIdentifierReferenceSex")
  /// Wheelchair use.
  public static let wheelchairUse = Self(rawValue: "HKCharacteristicTypeIdentifierWheelchairUse")
}
