package import HealthModel

/// The time span that a chart shows.
package enum ChartPeriod: String, Hashable, Sendable, CaseIterable {
  case day
  case week
  case month
  case sixMonths = "6months"
  case year
  case all

  /// The time span of a bar.
  package enum Step: Hashable, Sendable {
    case hour, day, week, month, year
  }

  /// The days of the period that contains a day.
  ///
  /// Six months end with the day's month. `all` begins with the first day that has data.
  ///
  /// - Parameters:
  ///   - weekStart: the first weekday by ISO 8601.
  ///   - known: the first and the last day with data.
  package func days(of day: Day, weekStart: Int, known: ClosedRange<Day>) -> ClosedRange<Day> {
    let month = Self.first(.month, day, weekStart: weekStart)
    switch self {
    case .day: return day...day
    case .week: return day.week(startingOn: weekStart)
    case .month: return month...(month.addingMonths(1) - 1)
    case .sixMonths: return month.addingMonths(-5)...(month.addingMonths(1) - 1)
    case .year:
      let first = Self.first(.year, day, weekStart: weekStart)
      return first...(first.addingMonths(12) - 1)
    case .all: return min(known.lowerBound, day)...max(known.upperBound, day)
    }
  }

  /// The days of the previous period; nil if there is none.
  package func daysBefore(_ days: ClosedRange<Day>, weekStart: Int) -> ClosedRange<Day>? {
    guard self != .all else { return nil }
    let last = days.lowerBound - 1
    return self.days(of: last, weekStart: weekStart, known: last...last)
  }

  /// The time span of a bar: for long periods, the smallest that results in at most 60 bars.
  package func step(_ days: ClosedRange<Day>) -> Step {
    switch self {
    case .day: return .hour
    case .week, .month: return .day
    case .sixMonths: return .week
    case .year: return .month
    case .all:
      let count = days.upperBound - days.lowerBound + 1
      return count <= 60 ? .day : count <= 400 ? .week : count <= 60 * 30 ? .month : .year
    }
  }

  /// The days of each bar; a single range for bars of an hour.
  package func buckets(_ days: ClosedRange<Day>, weekStart: Int) -> [ClosedRange<Day>] {
    let step = step(days)
    var buckets: [ClosedRange<Day>] = []
    var next = days.lowerBound
    while next <= days.upperBound {
      let first = Self.first(step, next, weekStart: weekStart)
      let last: Day =
        switch step {
        case .hour, .day: next
        case .week: first + 6
        case .month: first.addingMonths(1) - 1
        case .year: first.addingMonths(12) - 1
        }
      // The first and the last bar may be shortened so that the bars together cover the period exactly.
      buckets.append(next...min(max(next, last), days.upperBound))
      next = max(next, last) + 1
    }
    return buckets
  }

  private static func first(_ step: Step, _ day: Day, weekStart: Int) -> Day {
    let (year, month, _) = day.fields
    return switch step {
    case .hour, .day: day
    case .week: day.week(startingOn: weekStart).lowerBound
    case .month: Day(year: year, month: month, day: 1) ?? day
    case .year: Day(year: year, month: 1, day: 1) ?? day
    }
  }
}
