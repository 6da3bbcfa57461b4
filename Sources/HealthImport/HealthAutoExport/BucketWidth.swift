import FoundationEssentials
import HealthModel

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

  var seconds: TimeInterval {
    switch self {
    case .seconds: 0
    case .minutes: 60
    case .hours: 3_600
    case .days, .longer: 86_400
    }
  }
}

/// Finds the width of a metric's buckets from when they begin, where no header says it.
struct BucketGuess {
  private var finest = BucketWidth.days
  private var first: Date?
  private var differ = false

  mutating func add(_ date: Date, offset: Int) {
    if let first { differ = differ || first != date }
    first = first ?? date
    let local = date.timeIntervalSince1970 + Double(offset)
    let width: BucketWidth =
      local.truncatingRemainder(dividingBy: 60) != 0
      ? .seconds
      : local.truncatingRemainder(dividingBy: 3_600) != 0
        ? .minutes : local.truncatingRemainder(dividingBy: 86_400) != 0 ? .hours : .days
    if width.seconds < finest.seconds { finest = width }
  }

  /// A single row on the hour may be of any width: taken for the narrowest, it takes the place of nothing else.
  var width: BucketWidth {
    differ || finest == .minutes ? finest : .seconds
  }
}
