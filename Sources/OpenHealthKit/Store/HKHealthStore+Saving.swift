import HealthDatabase
package import HealthModel

/// Writing the package's own values. All of these throw `StoreError`.
extension HKHealthStore {
  /// Creates the store if it is missing, and sets the user's home zone if there is none yet.
  package func prepare(homeZone: String) throws {
    try connection.writing().setHomeZone(HomeZoneChoice(zone: homeZone, reason: .system))
  }

  /// Stores samples that are known to be new, in one transaction.
  package func save(_ batch: SampleBatch) throws {
    try connection.writing().save(batch)
  }
}
