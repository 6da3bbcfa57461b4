import FoundationEssentials
import HealthModel

/// An instant as a phone prints it: with the offset from UTC at that time, in seconds.
struct PrintedInstant: Hashable {
  var date: Date
  var offset: Int

  /// The phone's local time, as seconds since 1970 in UTC.
  private var local: Double { date.timeIntervalSince1970 + Double(offset) }

  /// The phone's local date.
  var day: Day { Day(number: Int((local / 86_400).rounded(.down))) }

  /// Seconds since the phone's local midnight.
  var secondsOfDay: Double { local - Double(day.number) * 86_400 }

  /// The start of the phone's local hour. Not all offsets are whole hours.
  var hour: Date {
    Date(timeIntervalSince1970: (local / 3_600).rounded(.down) * 3_600 - Double(offset))
  }
}

/// The starts of the days of a metric, from its rows.
///
/// The next day's row is more reliable than a calendar for the end of a day: the phone may have been elsewhere.
struct DayStarts {
  private var starts: [Day: Date] = [:]
  private var isOfDays = true

  /// More rows than days in a century cannot be days.
  private static let most = 36_600

  mutating func add(_ instant: PrintedInstant) {
    guard isOfDays, SampleBounds.allows(instant.date) else { return }
    let known = starts.updateValue(instant.date, forKey: instant.day)
    isOfDays = (known == nil || known == instant.date) && starts.count <= Self.most
    if !isOfDays { starts = [:] }
  }

  /// The start of the day after that of a row, if it has a row.
  func start(after instant: PrintedInstant) -> Date? {
    starts[instant.day + 1].flatMap { $0 > instant.date ? $0 : nil }
  }
}
