import FoundationEssentials

/// How long the buckets are that a phone has summed up its samples into, which its rows do not say.
package enum BucketWidth: Sendable, Hashable {
  case seconds, minutes, hours, days
  /// Weeks and longer: nothing of a day can be told from them.
  case longer

  /// As the `automation-aggregation` header of a request names it. By default the heart rate comes by the second and all
  /// else by the minute.
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

/// Finds the width of a metric's buckets from when they begin, where no header says it.
struct BucketGuess {
  private let endOfDay: (Date) -> Date?
  private var first: Date?
  private var differ = false
  private var finest = BucketWidth.days

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
      // Where the clocks go forward at midnight a day begins at one o'clock.
      if seconds > 3_600 || endOfDay(instant.date) == nil { finest = .hours }
    }
  }

  /// A single row on the hour may be of any width: taken for the narrowest, it takes the place of nothing else.
  var width: BucketWidth {
    differ || finest == .minutes ? finest : .seconds
  }
}
