import HealthDatabase
package import HealthModel

/// Who may do what, for the program that keeps the store. All of these throw `StoreError`.
extension HKHealthStore {
  /// All that was ever decided, by client and type.
  package func permissions() throws -> [Permission] {
    try door.reading().permissions()
  }

  /// Grants or refuses clients what they may ask for. What is nil in a permission stays as it was.
  package func decide(_ permissions: [Permission]) throws {
    _ = try door.reading()
    try door.writing().decide(permissions)
  }

  /// Refuses a client all that it was granted.
  ///
  /// - Returns: how many types it held a grant for.
  package func revokePermissions(ofClient client: String) throws -> Int {
    _ = try door.reading()
    return try door.writing().revokePermissions(ofClient: client)
  }

  /// Whether a client may ask to write samples of a type; nil for an identifier that it can ask nothing of.
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
