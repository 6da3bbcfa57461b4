package import FoundationEssentials

/// Plausible dates, durations and values, checked wherever data enters: on import and on save.
///
/// A typing error in a year must not create totals for each day of a thousand years. The bounds include everything
/// that people record: births since 1900, old records typed in by hand, clocks that are some decades ahead.
package enum SampleBounds {
  /// 1900-01-01 to 2099-12-31 in every time zone: from a day before to a day after in UTC.
  package static let dates =
    Date(timeIntervalSince1970: Double(firstDay) * 86_400)...Date(timeIntervalSince1970: Double(lastDay + 1) * 86_400)

  /// The civil days that contain the dates: 1899-12-31 to 2100-01-01.
  package static let days = Day(number: firstDay)...Day(number: lastDay)

  /// A measurement lasts at most a leap year, which allows a yearly total typed in by hand. Totals are kept for every
  /// part of that time.
  package static let longestMeasurement: TimeInterval = 366 * 86_400

  /// A state may last long: a contraceptive stays in place for twelve years.
  package static let longestState: TimeInterval = 20 * 366 * 86_400

  /// The largest magnitude of a quantity in its type's own unit, and of a category's value. Whole numbers are exact
  /// up to this value, and no sum of such values overflows.
  package static let largestValue = 1e15

  /// The values of a quantity of any type.
  package static let values = -largestValue...largestValue

  private static let firstDay = -25_568
  private static let lastDay = 47_482

  /// The reason why a sample is rejected.
  package enum Violation: Hashable, Sendable {
    /// The start or the end is outside `dates`, or not finite.
    case dateOutOfRange
    /// It lasts longer than samples of its type do.
    case tooLong
  }

  package static func allows(_ date: Date) -> Bool {
    // As numbers, because comparisons of dates do not treat NaN specially.
    let seconds = date.timeIntervalSince1970
    return seconds >= dates.lowerBound.timeIntervalSince1970 && seconds <= dates.upperBound.timeIntervalSince1970
  }

  package static func allows(_ day: Day) -> Bool {
    days.contains(day)
  }

  /// Whether the value, in its type's own unit, is finite and within `largestValue`.
  package static func allows(_ value: Double) -> Bool {
    value.magnitude <= largestValue
  }

  /// The maximum duration of a sample of the type, in seconds.
  package static func longestDuration(of kind: SampleKind, type identifier: String) -> TimeInterval {
    switch kind {
    case .quantity, .correlation, .workout: longestMeasurement
    case .category: identifier == TypeIdentifier.appleStandHour ? longestMeasurement : longestState
    case .other: longestState
    }
  }

  /// The error in the dates of a sample, nil if there is none. Does not check that it ends after it starts.
  ///
  /// HealthKit ends a state in progress, for example a pregnancy, at `Date.distantFuture`. This is neither a date nor
  /// a duration, and is allowed for the types that may last long.
  package static func violation(
    start: Date, end: Date, kind: SampleKind, type identifier: String
  ) -> Violation? {
    violation(start: start, end: end, longest: longestDuration(of: kind, type: identifier))
  }

  /// The same with a known maximum duration of the type.
  package static func violation(start: Date, end: Date, longest: TimeInterval) -> Violation? {
    guard allows(start) else { return .dateOutOfRange }
    if end == .distantFuture, longest == longestState { return nil }
    guard allows(end) else { return .dateOutOfRange }
    return end.timeIntervalSince(start) > longest ? .tooLong : nil
  }
}
