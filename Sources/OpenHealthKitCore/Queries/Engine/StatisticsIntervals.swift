import Foundation
import HealthModel

/// Intervals that divide time, starting at an anchor in both directions.
///
/// Every limit is computed from the anchor, never from its neighbour: a month from 31 January is 28 February and two
/// months are 31 March. Days, weeks, months and years follow the calendar, so a day has 23 or 25 hours when clocks
/// change; hours and smaller units are fixed.
struct StatisticsIntervals: Sendable {
  let anchor: Date
  let interval: DateComponents
  private let calendar: Calendar
  /// The approximate length of an interval in seconds; exact if `isFixed`.
  private let length: TimeInterval
  private let isFixed: Bool

  /// - Parameter interval: its calendar and time zone are used; without them, the current ones. Traps if it is not
  ///   positive.
  init(anchor: Date, interval: DateComponents) {
    self.anchor = anchor
    self.interval = interval
    var calendar = interval.calendar ?? .current
    if let zone = interval.timeZone { calendar.timeZone = zone }
    self.calendar = calendar
    func number(_ component: Int?) -> Double { Double(component ?? 0) }
    let days =
      365.2425 * number(interval.year) + 91.310_625 * number(interval.quarter) + 30.436_875 * number(interval.month)
      + 7 * (number(interval.weekOfYear) + number(interval.weekOfMonth)) + number(interval.day)
      + number(interval.weekday)
    let seconds =
      3_600 * number(interval.hour) + 60 * number(interval.minute) + number(interval.second)
      + number(interval.nanosecond) / 1_000_000_000
    length = days * 86_400 + seconds
    isFixed = days == 0
    HKPrecondition.check(
      anchor.timeIntervalSinceReferenceDate.isFinite, "The anchor date of a statistics collection must be a date")
    HKPrecondition.check(length > 0, "Interval components \(interval) must be positive")
  }

  /// Rejects what a calendar cannot compute: an anchor outside its years, and components in the millions.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument``.
  func validate() throws {
    guard (Date.distantPast...Date.distantFuture).contains(anchor) else {
      throw HKError.invalid("The anchor date of a statistics collection is too far away.")
    }
    let calendarComponents = [
      interval.year, interval.quarter, interval.month, interval.weekOfYear, interval.weekOfMonth, interval.day,
      interval.weekday,
    ]
    let clockComponents = [interval.hour, interval.minute, interval.second, interval.nanosecond]
    guard calendarComponents.allSatisfy({ ($0 ?? 0).magnitude <= Self.mostDays }),
      isFixed || clockComponents.allSatisfy({ ($0 ?? 0).magnitude <= Self.mostOfAClock })
    else { throw HKError.invalid("The interval of a statistics collection is too long.") }
  }

  private static let mostDays: UInt = 1_000_000
  private static let mostOfAClock: UInt = 1_000_000_000_000

  /// The limit with a number; 0 is the anchor.
  func tick(_ number: Int) -> Date {
    let estimate = anchor + Double(number) * length
    // Beyond the years of a calendar there are no intervals.
    if isFixed || !(Date.distantPast...Date.distantFuture).contains(estimate) { return estimate }
    var scaled = DateComponents()
    scaled.year = Self.times(interval.year, number)
    // A quarter is three months; Foundation does not support quarters.
    scaled.month = Self.sum(Self.times(interval.month, number), Self.times(interval.quarter, 3, number))
    let weeks = Self.sum(Self.times(interval.weekOfYear, 7, number), Self.times(interval.weekOfMonth, 7, number))
    scaled.day = Self.sum(weeks, Self.sum(Self.times(interval.day, number), Self.times(interval.weekday, number)))
    scaled.hour = Self.times(interval.hour, number)
    scaled.minute = Self.times(interval.minute, number)
    scaled.second = Self.times(interval.second, number)
    scaled.nanosecond = Self.times(interval.nanosecond, number)
    return calendar.date(byAdding: scaled, to: anchor) ?? estimate
  }

  private static func times(_ component: Int?, _ factors: Int...) -> Int? {
    component.map {
      factors.reduce($0) { product, factor in
        let (result, isOver) = product.multipliedReportingOverflow(by: factor)
        return isOver ? ((product < 0) == (factor < 0) ? .max : .min) : result
      }
    }
  }

  private static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return left ?? right }
    let (sum, isOver) = left.addingReportingOverflow(right)
    return isOver ? (left < 0 ? .min : .max) : sum
  }

  /// The number of the interval that contains a date: that of the last limit at or before it.
  ///
  /// Calendars and numbers have limits: beyond the distant past and future, and where consecutive limits are no
  /// longer distinguishable, it is an interval at the end of the range, which need not contain the date.
  func number(of date: Date) -> Int {
    let date = min(max(date, .distantPast), .distantFuture)
    var number = 0
    // An interval has approximately this length: each step is closer, and in most calendars the first is exact.
    for _ in 0..<Self.mostSteps {
      let distance = (date.timeIntervalSince(tick(number)) / length).rounded(.down)
      guard abs(Double(number) + distance) < Double(Self.end) else { return distance < 0 ? -Self.end : Self.end }
      if distance == 0 { break }
      number += Int(distance)
    }
    for _ in 0..<Self.mostSteps where tick(number) > date { number -= 1 }
    for _ in 0..<Self.mostSteps where tick(number + 1) <= date { number += 1 }
    return number
  }

  private static let end = 1 << 53
  /// More than any calendar needs; protects against those whose limits do not ascend.
  private static let mostSteps = 64

  /// The interval with a number.
  func interval(_ number: Int) -> Range<Date> {
    let start = tick(number)
    return start..<max(start, tick(number + 1))
  }

  /// The intervals of a range of numbers, each limit computed once.
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
