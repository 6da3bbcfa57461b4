import HealthDatabase
package import HealthModel

/// Writing in the values of the house. All of these throw `StoreError`.
extension HKHealthStore {
  /// Makes the store where it is missing, and says where the wearer lives if it does not know yet.
  package func prepare(homeZone: String) throws {
    try door.writing().setHomeZone(HomeZoneChoice(zone: homeZone, reason: .system))
  }

  /// Stores samples that are new by the caller's word, in one transaction.
  package func save(_ batch: SampleBatch) throws {
    try door.writing().save(batch)
  }

  /// Sets the user's goal for one day; 0 says that there is none that day.
  package func setGoal(_ value: Double?, for ring: Ring, on day: Day) throws {
    try door.writing().setGoal(value, for: ring, on: day)
  }

  /// Sets the user's goal from a day on, for one ISO weekday or for all.
  package func setGoal(_ value: Double, for ring: Ring, from day: Day, weekday: Int? = nil) throws {
    try door.writing().setGoal(value, for: ring, from: day, weekday: weekday)
  }
}
