import FoundationEssentials

/// The width of the buckets into which a phone has aggregated its samples, which the rows do not contain.
package enum BucketWidth: Sendable, Hashable {
  case seconds, minutes, hours, days
  /// Weeks and longer: too coarse for days.
  case longer

  /// From the `automation-aggregation` header of a request; nil for the app's default, by which the heart rate is per
  /// second and everything else per minute.
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

  /// The width of a stored sample; nil for one that is none of these.
  init?(seconds: TimeInterval) {
    switch seconds {
    case 60: self = .minutes
    case 3_600: self = .hours
    case 82_800...90_000: self = .days
    default: return nil
    }
  }
}

/// Determines the width of a metric's buckets from its rows, if no header contains it.
///
/// A row that is not on the hour shows that buckets are shorter than hours; a value that does not fit into a minute or an
/// hour, that they are longer. Rows on full hours prove nothing if there are few: a phone sends only minutes in which
/// something happened. Three of them would rarely be on the hour by chance.
struct BucketGuess {
  private let endOfDay: (Date) -> Date?
  private var starts: Set<Date> = []
  private var finest = BucketWidth.days
  private(set) var largest = 0.0

  /// How many different starts of one kind are no chance.
  private static let proof = 3

  init(endOfDay: @escaping (Date) -> Date?) {
    self.endOfDay = endOfDay
  }

  mutating func add(_ instant: PrintedInstant) {
    if starts.count < Self.proof { starts.insert(instant.date) }
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

  /// The widths that the rows allow.
  ///
  /// - Parameters:
  ///   - mostPerMinute: the largest value that a minute can hold, nil if that is unknown.
  ///   - mostPerHour: the same of an hour.
  func candidates(mostPerMinute: Double? = nil, mostPerHour: Double? = nil) -> [BucketWidth] {
    let all: [BucketWidth] =
      switch finest {
      case .seconds, .minutes, .longer: [finest]
      case .hours: starts.count >= Self.proof ? [.hours] : [.minutes, .hours]
      case .days: starts.count >= Self.proof ? [.days] : [.minutes, .hours, .days]
      }
    if let mostPerHour, largest > mostPerHour {
      if finest == .days { return [.days] }
      // Days do not begin at such an hour, and no hour holds it.
      if finest == .hours { return [] }
    }
    if let mostPerMinute, largest > mostPerMinute, all.count > 1 { return all.filter { $0 != .minutes } }
    return all
  }

  /// What is assumed where nothing is known, and nothing depends on it: a single row replaces nothing else.
  var assumed: BucketWidth { starts.count > 1 || finest == .minutes ? finest : .seconds }
}
