import HealthModel

/// Readable names of workout activities.
package enum WorkoutWords {
  /// `Walking`, `High-intensity interval training`; `Other workout` for an activity that is not in the catalog.
  ///
  /// - Parameter activity: the raw number.
  package static func title(_ activity: Int) -> String { words(activity).capitalizedSentence }

  /// The same for a name from the catalog, `highIntensityIntervalTraining`.
  package static func title(_ name: String) -> String { words(name).capitalizedSentence }

  /// The same within a sentence: `high-intensity interval training`.
  static func words(_ name: String) -> String {
    TypeWords.words(name).replacing("high intensity", with: "high-intensity")
  }

  static func words(_ activity: Int) -> String {
    WorkoutActivityCatalog.entry(for: activity).map { words($0.name) } ?? "other workout"
  }
}
