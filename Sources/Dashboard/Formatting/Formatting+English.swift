import HealthModel

extension Formatting {
  /// English words, point and comma, kilometres; needs no locale.
  package static let english = Formatting(
    number: English.number,
    longDate: { "\(English.weekdays[$0.isoWeekday - 1]) \($0.fields.day) \(English.month($0)) \($0.fields.year)" },
    shortDate: { "\(English.weekday($0)) \($0.fields.day) \(English.month($0).prefix(3))" },
    weekday: English.weekday,
    dates: English.dates,
    distance: { English.number($0 / 1000, $0 < 99_950 ? 1 : 0) + " km" })
}

/// The words of the plain formatting.
private enum English {
  static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  @Sendable static func weekday(_ day: Day) -> String {
    String(weekdays[day.isoWeekday - 1].prefix(3))
  }

  static func month(_ day: Day) -> String {
    months[day.fields.month - 1]
  }

  /// `1,234.5`; what cannot be counted is written as a large number rather than trapped.
  @Sendable static func number(_ value: Double, _ decimals: Int) -> String {
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
    var text = (value < 0 && scaled != 0 ? "-" : "") + groups.joined(separator: ",")
    if decimals > 0 {
      let tail = String(fraction)
      text += "." + String(repeating: "0", count: decimals - tail.count) + tail
    }
    return text
  }

  @Sendable static func dates(_ days: ClosedRange<Day>, _ ascii: Bool) -> String {
    let (first, last) = (days.lowerBound.fields, days.upperBound.fields)
    let end = "\(last.day) \(month(days.upperBound)) \(last.year)"
    let dash = ascii ? " - " : " – "
    if first.year != last.year {
      return "\(first.day) \(month(days.lowerBound)) \(first.year)" + dash + end
    }
    if first.month != last.month {
      return "\(first.day) \(month(days.lowerBound))" + dash + end
    }
    return "\(first.day)" + dash + end
  }
}
