import HealthDatabase
package import HealthModel

/// Writing in the package's own values. All of these throw `StoreError`.
extension HKHealthStore {
  /// Makes the store where it is missing, and says where the user lives if it does not know yet.
  package func prepare(homeZone: String) throws {
    try door.writing().setHomeZone(HomeZoneChoice(zone: homeZone, reason: .system))
  }

  /// Stores samples that are new by the caller's word, in one transaction.
  package func save(_ batch: SampleBatch) throws {
    try door.writing().save(batch)
  }
}
