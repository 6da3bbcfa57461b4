import HealthDatabase
package import HealthModel

/// Permissions of all clients, for the program that manages the store. All of these throw `StoreError`.
extension HKHealthStore {
  /// All decisions, by client and type.
  package func permissions() throws -> [Permission] {
    try connection.reading().permissions()
  }

  /// Grants or refuses permissions to clients. Values that are nil remain as they were.
  package func decide(_ permissions: [Permission]) throws {
    _ = try connection.reading()
    try connection.writing().decide(permissions)
  }

  /// Revokes all grants of a client.
  ///
  /// - Returns: the number of types for which it had a grant.
  package func revokePermissions(ofClient client: String) throws -> Int {
    _ = try connection.reading()
    return try connection.writing().revokePermissions(ofClient: client)
  }

  /// Whether a client may request to write samples of a type; nil for an identifier without authorization.
  package static func isShareable(_ identifier: String) -> Bool? {
    let singles: [HKSampleType] =
      [
        .workoutType(), HKSeriesType.workoutRoute(), HKDocumentType(.CDA),
      ] + ContentTypes.all
    let type =
      HKQuantityType(known: identifier) ?? HKCategoryType(known: identifier)
      ?? singles.first { $0.identifier == identifier }
    if let type { return type.isShareable }
    let isOther = HKCharacteristicType(known: identifier) != nil || identifier == TypeIdentifier.activitySummary
    return isOther ? false : nil
  }
}
