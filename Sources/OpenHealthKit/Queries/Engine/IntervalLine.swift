import Foundation

/// A line of time with ticks at an anchor and at every interval from it, both ways.
///
/// Every tick is worked out from the anchor, never from its neighbour: a month from January 31st is February 28th and
/// two months are March 31st. Days, weeks, months and years are those of the calendar, so a day has 23 or 25 hours where
/// clocks change; hours and less are fixed spans.
struct IntervalLine: Sendable {
  let anchor: Date
  let interval: DateComponents
  private let calendar: Calendar
  /// About how long an interval is, in seconds; exact where `isFixed`.
  private let length: TimeInterval
  private let isFixed: Bool

  /// - Parameter interval: the calendar and the time zone in it count; without them the current ones do. One that is
  ///   not positive ends the process.
  init(anchor: Date, interval: DateComponents) {
    self.anchor = anchor
    self.interval = interval
    var calendar = interval.calendar ?? .current
    if let zone = interval.timeZone { calendar.timeZone = zone }
    self.calendar = calendar
    let days =
      365.2425 * Double(interval.year ?? 0) + 91.310_625 * Double(interval.quarter ?? 0)
      + 30.436_875 * Double(interval.month ?? 0)
      + 7 * Double((interval.weekOfYear ?? 0) + (interval.weekOfMonth ?? 0))
      + Double((interval.day ?? 0) + (interval.weekday ?? 0))
    let seconds =
      3_600 * Double(interval.hour ?? 0) + 60 * Double(interval.minute ?? 0) + Double(interval.second ?? 0)
      + Double(interval.nanosecond ?? 0) / 1_000_000_000
    length = days * 86_400 + seconds
    isFixed = days == 0
    HKPrecondition.check(
      anchor.timeIntervalSinceReferenceDate.isFinite, "The anchor date of a statistics collection must be a date")
    HKPrecondition.check(length > 0, "Interval components \(interval) must be positive")
  }

  /// The tick of a number; 0 is the anchor.
  func tick(_ number: Int) -> Date {
    if isFixed { return anchor + Double(number) * length }
    var scaled = DateComponents()
    scaled.year = Self.times(interval.year, number)
    // A quarter is three months; Foundation adds no quarters.
    scaled.month = ((interval.month ?? 0) + 3 * (interval.quarter ?? 0)) * number
    let weeks = (interval.weekOfYear ?? 0) + (interval.weekOfMonth ?? 0)
    scaled.day = (7 * weeks + (interval.day ?? 0) + (interval.weekday ?? 0)) * number
    scaled.hour = Self.times(interval.hour, number)
    scaled.minute = Self.times(interval.minute, number)
    scaled.second = Self.times(interval.second, number)
    scaled.nanosecond = Self.times(interval.nanosecond, number)
    return calendar.date(byAdding: scaled, to: anchor) ?? anchor + Double(number) * length
  }

  private static func times(_ component: Int?, _ number: Int) -> Int? {
    component.map { $0 * number }
  }

  /// The number of the interval that holds a date: of the last tick at or before it.
  ///
  /// Calendars end somewhere, and so do numbers: beyond the distant past and future, and where a tick can no longer be
  /// told from the next, it is that of an interval at the end of the line, which need not hold the date.
  func number(of date: Date) -> Int {
    let date = min(max(date, .distantPast), .distantFuture)
    let estimate = (date.timeIntervalSince(anchor) / length).rounded(.down)
    guard abs(estimate) < Double(Self.end) else { return estimate < 0 ? -Self.end : Self.end }
    var number = Int(estimate)
    while tick(number) > date { number -= 1 }
    while tick(number + 1) <= date { number += 1 }
    return number
  }

  private static let end = 1 << 53

  /// The interval of a number.
  func interval(_ number: Int) -> Range<Date> {
    let start = tick(number)
    return start..<max(start, tick(number + 1))
  }

  /// The intervals of a run of numbers, each tick worked out once.
  func intervals(_ numbers: ClosedRange<Int>) -> [Range<Date>] {
    var intervals: [Range<Date>] = []
    intervals.reserveCapacity(numbers.count)
    var start = tick(numbers.lowerBound)
    for number in numbers {
      let end = max(start, tick(number + 1))
      intervals.append(start..<end)
      start = end
    }
    return intervals
  }
}
