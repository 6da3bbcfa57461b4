/// The identifier of a characteristic type. Unknown identifiers can be created, but no types with them.
public struct HKCharacteristicTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

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
  /// Wheelchair use.
  public static let wheelchairUse = Self(rawValue: "HKCharacteristicTypeIdentifierWheelchairUse")
}
