package import HealthModel

/// The order of day and month in numeric dates: `11/12` is 11 December or 12 November.
package enum DateOrder: Hashable, Sendable {
  case dayFirst
  case monthFirst
}

/// The reference point of relative dates.
package struct DateContext: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    /// `friday` is the last one before today, `14 nov` the latest that is not after today.
    case past
    /// `friday` is the next one after today, `14 nov` the first that is not before today.
    case future
  }

  package var today: Day
  package var order: DateOrder
  package var direction: Direction

  package init(today: Day, order: DateOrder = .dayFirst, direction: Direction = .past) {
    self.today = today
    self.order = order
    self.direction = direction
  }
}

/// A date as typed by a user: `2026-11-19`, `14.11.2026`, `11/14`, `19 nov`, `2026-11`, `last friday`, `3 days ago`,
/// `-2w`, `yesterday`.
package enum DateQuery: Hashable, Sendable {
  case date(Day)
  /// Day and month, in the order of the context; if only one order is a valid date, that one.
  case numbers(Int, Int, year: Int?)
  /// The nearest such date in the context's direction.
  case dayOfMonth(month: Int?, day: Int)
  case month(Int, year: Int?)
  case year(Int)
  case daysFromToday(Int)
  case monthsFromToday(Int)
  /// A whole month or year, by its distance in months.
  case wholeMonths(from: Int, count: Int)
  /// By ISO 8601, Monday is 1; `nil` uses the context's direction.
  case weekday(Int, DateContext.Direction?)
  /// By ISO 8601.
  case week(Int, year: Int)

  /// A sentence with examples, for text that is not a date.
  package static let errorMessage = "Not a date. Try 2026-11-19, 19 nov, last friday or 3 days ago."

  /// Nil if the text is not a date in any context.
  package init?(_ text: String) {
    guard let query = DateParser.parse(text) else { return nil }
    self = query
  }

  /// The day; for a month or a year its first day. Nil if no such date exists. May be after today.
  package func day(in context: DateContext) -> Day? {
    days(in: context)?.lowerBound
  }

  /// Like `day(in:)`, with past dates preferred.
  package func day(today: Day, order: DateOrder = .dayFirst) -> Day? {
    day(in: DateContext(today: today, order: order))
  }

  /// The range of days: a single day, or all days of a month or a year.
  package func days(in context: DateContext) -> ClosedRange<Day>? {
    let today = context.today
    switch self {
    case .date(let day): return Self.one(day)
    case .daysFromToday(let count): return Self.one(today + count)
    case .monthsFromToday(let count): return abs(count) <= 24_000 ? Self.one(today.addingMonths(count)) : nil
    case .numbers(let first, let second, let year):
      let orders =
        context.order == .dayFirst ? [(second, first), (first, second)] : [(first, second), (second, first)]
      return orders.lazy.compactMap { month, day in
        year.map { Day(year: $0, month: month, day: day) } ?? Self.nearest(month: month, day: day, context)
      }.first.map { $0...$0 }
    case .dayOfMonth(let month?, let day): return Self.one(Self.nearest(month: month, day: day, context))
    case .dayOfMonth(nil, let day):
      // February has the fewest days, and all other months have at least 30.
      let (year, month, _) = today.fields
      let step = context.direction == .past ? -1 : 1
      let months = (0...2).lazy.map { (year * 12 + month - 1) + $0 * step }
      return Self.one(
        months.compactMap { Day(year: $0 / 12, month: $0 % 12 + 1, day: day) }.first { Self.isReached($0, context) })
    case .month(let month, let year?): return Self.month(month, of: year)
    case .month(let month, nil):
      let year = today.fields.year
      let candidates = context.direction == .past ? [year, year - 1] : [year, year + 1]
      return candidates.lazy.compactMap { Self.month(month, of: $0) }.first {
        context.direction == .past ? $0.lowerBound <= today : $0.upperBound >= today
      }
    case .year(let year):
      return Day(year: year, month: 1, day: 1)?.year
    case .wholeMonths(let offset, let count):
      let (year, month, _) = today.fields
      // Twelve months are a calendar year.
      let first = count == 12 ? (year * 12 + offset) : year * 12 + month - 1 + offset
      guard let start = Self.month(first % 12 + 1, of: first / 12),
        let end = Self.month((first + count - 1) % 12 + 1, of: (first + count - 1) / 12)
      else { return nil }
      return start.lowerBound...end.upperBound
    case .weekday(let weekday, let direction):
      let distance = (today.isoWeekday - weekday + 7) % 7
      switch direction ?? context.direction {
      case .past: return Self.one(today - (distance == 0 ? 7 : distance))
      case .future: return Self.one(today + (7 - distance))
      }
    case .week(let week, let year):
      // The first week is the one that contains 4 January.
      guard let fourth = Day(year: year, month: 1, day: 4), let nextFourth = Day(year: year + 1, month: 1, day: 4)
      else {
        return nil
      }
      let monday = fourth.monday + 7 * (week - 1)
      return monday < nextFourth.monday ? monday...(monday + 6) : nil
    }
  }

  private static func one(_ day: Day?) -> ClosedRange<Day>? {
    day.map { $0...$0 }
  }

  private static func isReached(_ day: Day, _ context: DateContext) -> Bool {
    context.direction == .past ? day <= context.today : day >= context.today
  }

  private static func nearest(month: Int, day: Int, _ context: DateContext) -> Day? {
    // 29 February is at most eight years away.
    let step = context.direction == .past ? -1 : 1
    let year = context.today.fields.year
    return (0...8).lazy.compactMap { Day(year: year + $0 * step, month: month, day: day) }
      .first { isReached($0, context) }
  }

  private static func month(_ month: Int, of year: Int) -> ClosedRange<Day>? {
    Day(year: year, month: month, day: 1)?.month
  }
}
