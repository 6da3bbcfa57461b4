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

  /// - Parameter memory: what the measures of earlier moments were derived from.
  /// - Throws: `StoreError`.
  package init(store: StoreConnection, now: Date, settings: Settings, day: Day, memory: FollowedMemory) throws {
    source = StoreSource(
      store: store, now: now, heartRateLimits: settings.heartRateLimits, memory: try memory.current(store.reading()))
    (self.settings, self.day) = (settings, day)
  }

  /// The night that ends on the day; nil if nothing can be said of it.
  package func night() throws -> NightState? { try NightStateQuery(day: day).run(in: source) }

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

/// What was derived from the days of a store that changes meanwhile.
package final class FollowedMemory {
  private let memory = DayMemory()
  private var latest: (history: UUID?, change: Int64)?

  package init() {}

  /// The memory without what may have changed since the last call.
  fileprivate func current(_ store: Store) throws -> DayMemory {
    let history = try store.read { try StoreIdentity.history($0) }
    if let latest, latest.history == history {
      let changes = try store.loggedChanges(after: latest.change)
      if !changes.isEmpty { memory.forget(days: changes.days, types: changes.types) }
      self.latest = (history, changes.latest)
    } else {
      memory.forget()
      latest = (history, try store.latestChange())
    }
    return memory
  }
}
