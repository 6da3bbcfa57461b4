package import Configuration
import Dashboard
package import Foundation
package import HealthAnalysis
package import HealthDatabase
package import HealthModel
import HealthQueries

/// The measures of a day for programs that watch for something to tell.
package struct DayMeasures {
  private let source: StoreSource
  private let settings: Settings
  private let day: Day

  package init(store: StoreConnection, now: Date, settings: Settings, day: Day) {
    source = StoreSource(store: store, now: now, heartRateLimits: settings.heartRateLimits)
    (self.settings, self.day) = (settings, day)
  }

  /// The night that ends on the day; nil if nothing can be said of it.
  package func night() throws -> NightState? { NightState(try measures(.recovery)) }

  /// - Complexity: O(workouts, and distances and heart rates during them).
  package func records() throws -> [NamedMeasure] { try measures(.records) }

  /// The rows of the day's workouts, the latest first.
  package func workouts() throws -> [Int64] {
    try source.reading().workouts(WorkoutRequest(limit: 50, readsRates: false)).filter { $0.day == day }.map(\.row)
  }

  private func measures(_ group: MeasureGroup) throws -> [NamedMeasure] {
    try MeasuresQuery(group, on: day, weekStart: settings.weekStart).run(in: source)
  }
}
