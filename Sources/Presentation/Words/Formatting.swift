package import HealthModel

/// The format of numbers, dates, hours and units. Text is in English; the dashboard itself is independent of the
/// locale.
package struct Formatting: Hashable, Sendable {
  package enum DateStyle: Hashable, Sendable {
    /// `Thursday 19 November 2026`
    case dayMonth
    /// `Thursday, November 19, 2026`
    case monthDay
    /// `Thursday 2026-11-19`
    case iso
  }

  /// The thousands separator; may be empty. ASCII.
  package private(set) var groupSeparator = ","
  /// The decimal separator. ASCII.
  package private(set) var decimalSeparator = "."
  package var dateStyle = DateStyle.dayMonth
  /// Whether it is 2 pm or 14:00.
  package var hasTwelveHours = false
  package var energy = EnergyUnit.kilocalories
  package var distanceUnit = DistanceUnit.kilometres

  /// Comma and point, day before month, 24 hours, kilocalories and kilometres; independent of the locale.
  package static let english = Formatting()

  package init() {}

  /// Sets the separators of numbers. Blanks and apostrophes beyond ASCII, which some locales use, are replaced by
  /// characters that every terminal draws.
  package mutating func setSeparators(_ group: String, _ decimal: String) {
    func ascii(_ text: String) -> String {
      text == "’" ? "'" : text.unicodeScalars.allSatisfy(\.isASCII) ? text : " "
    }
    groupSeparator = ascii(group)
    decimalSeparator = decimal.unicodeScalars.allSatisfy(\.isASCII) ? decimal : "."
  }

  /// The order in which day and month are typed.
  package var dateOrder: DateOrder {
    dateStyle == .monthDay ? .monthFirst : .dayFirst
  }
}

// MARK: - Numbers

extension Formatting {
  /// `1,234.5`: a number with the given number of decimals, rounded to nearest; `?` if it is not finite. Numbers beyond
  /// the range of integers are written as a large number instead of trapping.
  package func number(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "?" }
    let scale = (0..<max(0, decimals)).reduce(1.0) { power, _ in power * 10 }
    let scaled = Int64(min(9e15, (abs(value) * scale).rounded()))
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
    var digits = String(whole)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(Substring(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(Substring(digits), at: 0)
    var text = (value < 0 && scaled != 0 ? "-" : "") + groups.joined(separator: groupSeparator)
    if decimals > 0 {
      let tail = String(fraction)
      text += decimalSeparator + String(repeating: "0", count: decimals - tail.count) + tail
    }
    return text
  }

  package func number(_ value: Int) -> String {
    number(Double(value), 0)
  }

  /// A training load: `64`; `64-71` by the constants for men and for women, if the sex is unknown.
  package func load(_ load: ClosedRange<Double>, dash: String = "-") -> String {
    let (low, high) = (number(load.lowerBound, 0), number(load.upperBound, 0))
    return low == high ? low : low + dash + high
  }

  /// `1 sample`, `571,985 samples`.
  ///
  /// - Parameter noun: the singular of a noun whose plural ends in s.
  package func count(_ value: Int, _ noun: String) -> String { number(value) + " " + (value == 1 ? noun : noun + "s") }

  /// A distance in metres with its unit: `6.1 km`, `123 mi`.
  package func distance(_ metres: Double) -> String {
    let value = metres / distanceUnit.metres
    return number(value, value < 99.95 ? 1 : 0) + " " + distanceUnit.symbol
  }

  /// The other facts of a day: `4,321 steps`, `3.1 km`. Missing ones are omitted.
  package func facts(of activity: DayActivity) -> [String] {
    var facts: [String] = []
    let steps = Rounding.down(activity.steps)
    if steps >= 1 { facts.append(number(steps, 0) + (steps == 1 ? " step" : " steps")) }
    // Rounded down, as a goal for the distance is beside it.
    let step = distanceUnit.metres / (activity.distance < 100 * distanceUnit.metres ? 10 : 1)
    if activity.distance > 0 { facts.append(distance(Rounding.down(activity.distance / step) * step)) }
    return facts
  }

  /// All that is known of a day without data for the rings, as of a phone without a watch.
  package func factsWithoutRings(of activity: DayActivity) -> [String] {
    let flights = Rounding.down(activity.flights)
    return facts(of: activity) + (flights >= 1 ? [number(flights, 0) + (flights == 1 ? " flight" : " flights")] : [])
  }
}

// MARK: - Dates

extension Formatting {
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `November`
  package func month(_ number: Int) -> String {
    Self.months.indices.contains(number - 1) ? Self.months[number - 1] : ""
  }

  /// `November 2026`
  package func monthAndYear(_ day: Day) -> String { "\(month(day.fields.month)) \(day.fields.year)" }

  /// `Thu`, three columns.
  package func weekday(_ day: Day) -> String {
    String(Self.weekdays[day.isoWeekday - 1].prefix(3))
  }

  /// `Thursday`
  package func longWeekday(_ number: Int) -> String {
    Self.weekdays.indices.contains(number - 1) ? Self.weekdays[number - 1] : ""
  }

  /// `19 November 2026`, `November 19, 2026` or `2026-11-19`.
  package func date(_ day: Day) -> String {
    let (year, month, number) = day.fields
    return switch dateStyle {
    case .dayMonth: "\(number) \(self.month(month)) \(year)"
    case .monthDay: "\(self.month(month)) \(number), \(year)"
    case .iso: day.description
    }
  }

  /// `Thursday 19 November 2026`
  package func longDate(_ day: Day) -> String {
    Self.weekdays[day.isoWeekday - 1] + (dateStyle == .monthDay ? ", " : " ") + date(day)
  }

  /// `Thu 19 Nov`
  package func shortDate(_ day: Day) -> String {
    let (_, month, number) = day.fields
    let name = self.month(month).prefix(3)
    return switch dateStyle {
    case .dayMonth: "\(weekday(day)) \(number) \(name)"
    case .monthDay: "\(weekday(day)) \(name) \(number)"
    case .iso: "\(weekday(day)) \(day.description.suffix(5))"
    }
  }

  /// `Thu 19 Nov 2026`, `Thu Nov 19, 2026` or `Thu 2026-11-19`.
  package func shortDateAndYear(_ day: Day) -> String {
    switch dateStyle {
    case .dayMonth: "\(shortDate(day)) \(day.fields.year)"
    case .monthDay: "\(shortDate(day)), \(day.fields.year)"
    case .iso: "\(weekday(day)) \(day)"
    }
  }

  /// `16 – 22 November 2026`
  package func dates(_ days: ClosedRange<Day>, _ ascii: Bool) -> String {
    let (first, last) = (days.lowerBound.fields, days.upperBound.fields)
    let dash = ascii ? " - " : " – "
    let end = date(days.upperBound)
    guard first.year == last.year, dateStyle != .iso else { return date(days.lowerBound) + dash + end }
    let isOneMonth = first.month == last.month
    switch dateStyle {
    case .dayMonth, .iso: return "\(first.day)" + (isOneMonth ? "" : " " + month(first.month)) + dash + end
    case .monthDay:
      return "\(month(first.month)) \(first.day)" + dash
        + (isOneMonth ? "\(last.day), \(last.year)" : end)
    }
  }

  /// `14:05` or `2:05 pm`; `14:05:09` or `2:05:09 pm` with seconds.
  package func time(hour: Int, minute: Int, second: Int? = nil) -> String {
    let minutes = [minute, second].compactMap(\.self).map(\.twoDigits).joined(separator: ":")
    guard hasTwelveHours else { return "\(hour.twoDigits):\(minutes)" }
    return "\((hour + 11) % 12 + 1):\(minutes) \(hour < 12 ? "am" : "pm")"
  }

  /// The local time of minutes after a midnight, also if they are before it or after the next one.
  package func time(minutes: Double) -> String {
    let whole = Day.containing(minutes * 60).second / 60
    return time(hour: whole / 60, minute: whole % 60)
  }

  /// An hour below a chart: `08`, or `8 am` with a 12-hour clock.
  package func hourLabel(_ hour: Int) -> String {
    hasTwelveHours ? self.hour(hour) : hour.twoDigits
  }

  /// `14:00` or `2 pm`.
  package func hour(_ hour: Int) -> String {
    hasTwelveHours ? "\((hour + 11) % 12 + 1) \(hour % 24 < 12 ? "am" : "pm")" : time(hour: hour, minute: 0)
  }
}

// MARK: - Units

/// The unit for active energy; the store uses kilocalories.
package enum EnergyUnit: Hashable, Sendable {
  case kilocalories
  case kilojoules

  package var symbol: String {
    switch self {
    case .kilocalories: "kcal"
    case .kilojoules: "kJ"
    }
  }

  /// The number of these units in a kilocalorie.
  package var perKilocalorie: Double {
    switch self {
    case .kilocalories: 1
    case .kilojoules: 4.184
    }
  }
}

/// The unit for distances; the store uses metres.
package enum DistanceUnit: Hashable, Sendable {
  case kilometres
  case miles

  package var symbol: String {
    switch self {
    case .kilometres: "km"
    case .miles: "mi"
    }
  }

  package var metres: Double {
    switch self {
    case .kilometres: 1_000
    case .miles: 1_609.344
    }
  }
}
