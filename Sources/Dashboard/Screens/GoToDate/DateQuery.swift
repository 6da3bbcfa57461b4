package import HealthModel

/// A date as a wearer types it: `2026-11-19`, `19 nov`, `nov 19 2025`, `mon`, `-3`, `-2w`, `today`, `yesterday`.
///
/// What is relative is relative to today, and looks back: `mon` is the last Monday before today.
package enum DateQuery: Hashable, Sendable {
  case date(Day)
  /// The latest such date that is not after today; `year` nil means any.
  case dayOfMonth(month: Int, day: Int)
  case daysAgo(Int)
  /// By ISO 8601, Monday is 1.
  case weekday(Int)

  package static let complaint = "Not a date. Try 2026-11-19, mon or -3."

  package init?(_ text: String) {
    let words = text.lowercased().split { " ,./".contains($0) }.map(String.init)
    switch words.count {
    case 1:
      guard let query = Self.oneWord(words[0]) else { return nil }
      self = query
    case 2, 3:
      guard let query = Self.dayAndMonth(words) else { return nil }
      self = query
    default:
      return nil
    }
  }

  /// nil where no such date exists. May be after today.
  package func day(today: Day) -> Day? {
    switch self {
    case .date(let day):
      return day
    case .daysAgo(let count):
      return today - count
    case .weekday(let weekday):
      let back = (today.isoWeekday - weekday + 7) % 7
      return today - (back == 0 ? 7 : back)
    case .dayOfMonth(let month, let day):
      // 29 February is at most eight years away.
      let year = today.fields.year
      return (0...8).lazy.compactMap { Day(year: year - $0, month: month, day: day) }.first { $0 <= today }
    }
  }

  private static func oneWord(_ word: String) -> DateQuery? {
    switch word {
    case "today", "t": return .daysAgo(0)
    case "yesterday", "y": return .daysAgo(1)
    default: break
    }
    if let day = Day(word) { return .date(day) }
    if let sign = word.first, sign == "-" || sign == "+" {
      let isWeeks = word.hasSuffix("w")
      let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.count <= 5, digits.count == word.count - (isWeeks ? 2 : 1), let count = Int(digits)
      else { return nil }
      return .daysAgo((sign == "-" ? count : -count) * (isWeeks ? 7 : 1))
    }
    return index(of: word, in: weekdays, atLeast: 2).map { .weekday($0) }
  }

  private static func dayAndMonth(_ words: [String]) -> DateQuery? {
    guard let monthWord = words.prefix(2).firstIndex(where: { index(of: $0, in: months, atLeast: 3) != nil }),
      let month = index(of: words[monthWord], in: months, atLeast: 3),
      let day = Int(words[1 - monthWord]), (1...31).contains(day)
    else { return nil }
    guard words.count == 3 else { return .dayOfMonth(month: month, day: day) }
    guard let year = Int(words[2]) else { return nil }
    return Day(year: year, month: month, day: day).map { .date($0) }
  }

  /// The position, from 1, of the only name that begins with the word.
  private static func index(of word: String, in names: [String], atLeast length: Int) -> Int? {
    guard word.count >= length else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
}

extension Day {
  /// The same day of the month so many months on, or that month's last.
  func addingMonths(_ count: Int) -> Day {
    let (year, month, day) = fields
    let months = year * 12 + month - 1 + count
    let (newYear, newMonth) = (months >= 0 ? months / 12 : (months - 11) / 12, ((months % 12) + 12) % 12 + 1)
    for candidate in stride(from: day, through: 28, by: -1) {
      if let found = Day(year: newYear, month: newMonth, day: candidate) { return found }
    }
    return Day(year: newYear, month: newMonth, day: min(day, 28)) ?? self
  }
}
