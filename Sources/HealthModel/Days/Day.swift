package import FoundationEssentials

/// A civil date in the Gregorian calendar, without a time zone.
///
/// A day is a number, so ranges of days are cheap and need no calendar. Which instants a day covers depends on where
/// the user was and is determined by the store's zone timeline, not here.
///
/// Days begin and end 40,000 years from the year 0, far beyond every date that can be typed or stored. Arithmetic stops
/// there, so that no damaged number and no date at the end of the calendar can overflow it.
package struct Day: Hashable, Sendable {
  /// Days since 1970-01-01, negative for earlier days.
  package let number: Int

  /// The first day: 1 January of the year -40,000.
  package static let distantPast = Day(number: numbers.lowerBound)
  /// The last day: 31 December of the year 40,000.
  package static let distantFuture = Day(number: numbers.upperBound)

  private static let numbers = -15_329_228...13_890_537

  /// The day with this number, or the nearest one that exists.
  package init(number: Int) {
    self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
  }

  /// The day with these civil fields, or nil if there is no such date (2026-02-30).
  ///
  /// - Parameters:
  ///   - year: -9999 to 9999.
  ///   - month: 1 to 12.
  ///   - day: 1 to the length of the month.
  package init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    self.init(civilYear: year, month: month, day: day)
    let fields = self.fields
    guard fields.year == year, fields.month == month, fields.day == day else { return nil }
  }

  /// The same without checks, for any year.
  private init(civilYear year: Int, month: Int, day: Int) {
    // Counting years from March puts the leap day last, which makes the lengths of months a linear formula.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
  }

  /// The day and the second of the day, 0 to 86,399, of a civil time.
  ///
  /// - Parameter seconds: since 1970-01-01 00:00. A fraction is cut off; a time beyond every day counts as the nearest.
  package static func containing(_ seconds: Double) -> (day: Day, second: Int) {
    let whole = Int((seconds > -1e13 ? min(seconds, 1e13) : -1e13).rounded(.down))
    let second = ((whole % 86_400) + 86_400) % 86_400
    return (Day(number: (whole - second) / 86_400), second)
  }

  /// Year, month (1...12) and day of the month (1...31).
  package var fields: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The weekday by ISO 8601: Monday is 1, Sunday is 7.
  package var isoWeekday: Int {
    let fromMonday = (number + 3) % 7
    return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
  }

  /// The Monday of the week that contains this day.
  package var monday: Day {
    self - (isoWeekday - 1)
  }

  /// The week that contains this day.
  ///
  /// - Parameter first: the ISO weekday on which it begins, 1 to 7.
  package func week(startingOn first: Int) -> ClosedRange<Day> {
    let start = self - (isoWeekday - first + 7) % 7
    return start...(start + 6)
  }

  /// The day this many days later, or the nearest one that exists.
  package static func + (day: Day, days: Int) -> Day {
    let (number, overflows) = day.number.addingReportingOverflow(days)
    return overflows ? days < 0 ? distantPast : distantFuture : Day(number: number)
  }

  /// The day this many days earlier, or the nearest one that exists.
  package static func - (day: Day, days: Int) -> Day {
    let (number, overflows) = day.number.subtractingReportingOverflow(days)
    return overflows ? days < 0 ? distantFuture : distantPast : Day(number: number)
  }

  /// The number of days from one day to another.
  package static func - (later: Day, earlier: Day) -> Int {
    later.number - earlier.number
  }
}

extension Day: Comparable {
  package static func < (lhs: Day, rhs: Day) -> Bool {
    lhs.number < rhs.number
  }
}

extension Day: Strideable {
  package func distance(to other: Day) -> Int {
    other.number - number
  }

  package func advanced(by days: Int) -> Day {
    self + days
  }
}

extension Day: LosslessStringConvertible {
  /// Parses an ISO 8601 calendar date, `2026-11-19`, and nothing else.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
    var values: [Int] = []
    for part in parts {
      guard part.allSatisfy(\.isASCIIDigit) else { return nil }
      values.append(part.reduce(0) { $0 * 10 + Int($1) - 48 })
    }
    self.init(year: values[0], month: values[1], day: values[2])
  }

  /// ISO 8601: `2026-11-19`.
  package var description: String {
    let (year, month, day) = fields
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(year < 0 ? "-" : "")\(padded(abs(year), 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension Day {
  /// The same day of the month, this many months later, or the last day of that month; the nearest day that exists.
  package func addingMonths(_ count: Int) -> Day {
    let (year, month, day) = fields
    // More months than there are between any two days.
    let months = year * 12 + month - 1 + min(max(count, -1_000_000), 1_000_000)
    let newYear = (months >= 0 ? months : months - 11) / 12
    let first = Day(civilYear: newYear, month: months - newYear * 12 + 1, day: 1)
    return first + (min(day, first.month.count) - 1)
  }

  /// The month that contains this day.
  package var month: ClosedRange<Day> {
    let (year, month, day) = fields
    let length = month == 2 ? (Self.isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    let first = self - (day - 1)
    return first...(first + (length - 1))
  }

  /// The year that contains this day.
  package var year: ClosedRange<Day> {
    let first = self - dayOfYear
    return first...(first + (Self.isLeap(fields.year) ? 365 : 364))
  }

  /// Days since the start of the year: 0 on the first of January.
  package var dayOfYear: Int { self - Day(civilYear: fields.year, month: 1, day: 1) }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}

extension Day {
  /// Local minutes after the day's midnight, with the offset in effect at an instant; negative before midnight.
  package func minutes(at instant: Date, in zone: TimeZone) -> Double {
    let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
    return local / 60 - Double(number) * 1_440
  }
}
