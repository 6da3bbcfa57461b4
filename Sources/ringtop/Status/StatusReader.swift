import Dashboard
import Foundation
import HealthModel
import OpenHealthKit

/// Reads what a status line shows.
struct StatusReader {
  let store: HKHealthStore
  /// Counting a streak reads every day of it; a line that does not show one does without.
  let needsStreak: Bool

  /// The day's snapshot; a store that cannot be read gives a short text instead.
  ///
  /// - Parameter isStrict: throws what is wrong with the store.
  func snapshot(at now: Date, isStrict: Bool) throws -> StatusSnapshot {
    do {
      let summary = try store.summary(at: now)
      let hasData = summary.basis != .none
      if !hasData, try store.knownDays(upTo: summary.day) == nil {
        if isStrict { throw Failure(.noInput, "There is no data yet in \(store.configuration.path).") }
        return StatusSnapshot(day: summary.day, problem: .empty)
      }
      return StatusSnapshot(
        day: summary.day, summary: summary, streak: needsStreak ? try streak(upTo: summary.day) : nil)
    } catch let error as StoreError where !isStrict {
      return StatusSnapshot(problem: StatusProblem(error))
    }
  }

  private func streak(upTo today: Day) throws -> Int {
    var days = LoadedDays()
    var from = today - 34
    var through = today
    while true {
      days.add(try store.summaries(from...through), days: from...through)
      let streak = Streak(upTo: today, today: today, in: days)
      guard let unknown = streak.unknownFrom, today - unknown < 20_000 else { return streak.days }
      through = unknown
      from = unknown - 364
    }
  }
}
