import FoundationEssentials

/// The width of the buckets into which a phone has aggregated its samples, which the rows do not contain.
package enum BucketWidth: Sendable, Hashable {
  case seconds, minutes, hours, days
  /// Weeks and longer: too coarse for days.
  case longer

  /// From the `automation-aggregation` header of a request. By default the heart rate is per second and everything
  /// else per minute.
  package init?(header: String) {
    switch header.lowercased() {
    case "seconds", "second", "none": self = .seconds
    case "minutes", "minute": self = .minutes
    case "hours", "hour", "hourly": self = .hours
    case "days", "day", "daily": self = .days
    case "weeks", "week", "months", "month", "years", "year": self = .longer
    default: return nil
    }
  }
}

/// Determines the width of a metric's buckets from their starts, if no header contains it.
struct BucketGuess {
  private let endOfDay: (Date) -> Date?
  private var first: Date?
  private var differ = false
  private var finest = BucketWidth.days
  private var largest = 0.0

  init(endOfDay: @escaping (Date) -> Date?) {
    self.endOfDay = endOfDay
  }

  mutating func add(_ instant: PrintedInstant) {
    if let first { differ = differ || first != instant.date }
    first = first ?? instant.date
    let seconds = instant.secondsOfDay
    if seconds.truncatingRemainder(dividingBy: 60) != 0 {
      finest = .seconds
    } else if finest != .seconds, seconds.truncatingRemainder(dividingBy: 3_600) != 0 {
      finest = .minutes
    } else if finest == .days, seconds != 0 {
      // If the clocks go forward at midnight, a day begins at one o'clock.
      if seconds > 3_600 || endOfDay(instant.date) == nil { finest = .hours }
    }
  }

  mutating func add(quantity: Double) {
    largest = max(largest, quantity)
  }

  /// A single row on the hour may have any width: the smallest is assumed, which replaces nothing else, unless its
  /// value does not fit into an hour.
  ///
  /// - Parameter mostPerHour: the largest value that an hour can hold, nil if that is unknown.
  func width(mostPerHour: Double? = nil) -> BucketWidth {
    if let mostPerHour, largest > mostPerHour, finest == .days || finest == .hours { return .days }
    return differ || finest == .minutes ? finest : .seconds
  }
}
