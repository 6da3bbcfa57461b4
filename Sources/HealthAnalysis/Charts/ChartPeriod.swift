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
  /// Six months end with the day's month. `all` is from the first to the last day with data, whatever the day.
  ///
  /// - Parameters:
  ///   - weekStart: the first weekday by ISO 8601.
  ///   - known: the first and the last day with data.
  package func days(of day: Day, weekStart: Int, known: ClosedRange<Day>) -> ClosedRange<Day> {
    switch self {
    case .day: day...day
    case .week: day.week(startingOn: weekStart)
    case .month: day.month
    case .sixMonths: day.month.lowerBound.addingMonths(-5)...day.month.upperBound
    case .year: day.year
    case .all: known
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
    while true {
      let last: Day =
        switch step {
        case .hour, .day: next
        case .week: next.week(startingOn: weekStart).upperBound
        case .month: next.month.upperBound
        case .year: next.year.upperBound
        }
      // The first and the last bar may be shortened so that the bars together cover the period exactly.
      buckets.append(next...min(last, days.upperBound))
      guard last < days.upperBound else { return buckets }
      next = last + 1
    }
  }
}
