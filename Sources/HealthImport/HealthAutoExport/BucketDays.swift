import FoundationEssentials
import HealthModel

/// An instant as a phone prints it: with the offset from UTC that its clock had then, in seconds.
struct PrintedInstant: Hashable {
  var date: Date
  var offset: Int

  /// What the phone's clock showed, as seconds since 1970 in UTC.
  private var local: Double { date.timeIntervalSince1970 + Double(offset) }

  /// The day that the phone's calendar showed.
  var day: Day { Day(number: Int((local / 86_400).rounded(.down))) }

  /// Seconds that the phone's clock showed since midnight.
  var secondsOfDay: Double { local - Double(day.number) * 86_400 }

  /// When the hour began that the phone's clock showed. Offsets are not all whole hours.
  var hour: Date {
    Date(timeIntervalSince1970: (local / 3_600).rounded(.down) * 3_600 - Double(offset))
  }
}

/// When the days of a metric begin, as its rows say.
///
/// The next day's row knows better than any calendar when a day ended: the phone may have been elsewhere.
struct DayStarts {
  private var starts: [Day: Date] = [:]
  private var isOfDays = true

  /// Of more rows than there are days in a century none is a day.
  private static let most = 36_600

  mutating func add(_ instant: PrintedInstant) {
    guard isOfDays, SampleBounds.allows(instant.date) else { return }
    let known = starts.updateValue(instant.date, forKey: instant.day)
    isOfDays = (known == nil || known == instant.date) && starts.count <= Self.most
    if !isOfDays { starts = [:] }
  }

  /// When the day after that of a row begins, where it has a row of its own.
  func start(after instant: PrintedInstant) -> Date? {
    starts[instant.day + 1].flatMap { $0 > instant.date ? $0 : nil }
  }
}
