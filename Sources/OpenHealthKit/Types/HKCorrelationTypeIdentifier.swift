/// The identifier of a correlation type. Unknown identifiers can be created, but no types with them.
public struct HKCorrelationTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier in files and databases.
  public let rawValue: String

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
