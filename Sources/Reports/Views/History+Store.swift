import Dashboard
import Foundation
package import HealthAnalysis
import HealthDatabase
package import HealthModel

/// The data of the views over months and years, each with as few reads as possible.
extension Store {
  /// Streaks, records, totals and awards of all days up to today: one read of the days, one of the workouts.
  func streaks(upTo today: Day, weekStart: Int) throws -> StreakReport {
    guard let known = try knownDays(upTo: today) else {
      return StreakReport([], known: nil, workouts: [], today: today, weekStart: weekStart)
    }
    // Until the end of today's week and month, because a pause in the future leaves no day open.
    // A clock may be thousands of years ahead.
    let end = min(
      max(today.week(startingOn: weekStart).upperBound, today.month.upperBound), SampleBounds.days.upperBound)
    return StreakReport(
      try summaries(known.lowerBound...end), known: known, workouts: try workoutMarks(), today: today,
      weekStart: weekStart)
  }

  /// The trends as of a day: one read of the days, one of the totals of each type, one of the nights.
  func trends(today: Day) throws -> TrendReport {
    let days = TrendReport.days(before: today)
    let summaries = try summaries(days)
    let moveMode = summaries.last { $0.basis != .none }?.moveMode ?? .activeEnergy
    var values: [TrendMetric: [Double?]] = [:]
    for metric in TrendMetric.allCases {
      if let ring = metric.ring {
        values[metric] = TrendReport.values(ring, summaries, moveMode: moveMode)
      } else if let type = metric.typeIdentifier {
        let isSum = QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative
        values[metric] = try dailyStatistics(type, days).map { $0.flatMap { isSum ? $0.sum : $0.average } }
      } else {
        values[metric] = try sleep(days)
      }
    }
    return TrendReport(values, today: today, moveMode: moveMode)
  }

  /// The usual values of similar days, hour by hour.
  package func usualHours(_ day: Day) throws -> UsualHours {
    let days = UsualHours.days(before: day)
    guard let first = days.first, let last = days.last else { return UsualHours(day: day, past: []) }
    let summaries = try summaries(first...last)
    let moveMode = summaries.last?.moveMode
    let known = days.filter { day in
      let summary = summaries[day - first]
      return summary.basis != .none && !summary.isPaused && summary.moveMode == moveMode
    }
    return UsualHours(day: day, past: try activities(known))
  }
}
