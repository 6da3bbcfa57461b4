/// The name of a correlation type. Open: a name that no catalog knows can be made, but no type of it.
public struct HKCorrelationTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The name as files and databases hold it.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKCorrelationTypeIdentifier {
  /// A systolic and a diastolic pressure taken together.
  public static let bloodPressure = Self(rawValue: "HKCorrelationTypeIdentifierBloodPressure")
  /// The nutrients of something eaten.
  public static let food = Self(rawValue: "HKCorrelationTypeIdentifierFood")
}
