import HealthModel

/// Parses dates as typed by users.
enum DateParser {
  static func parse(_ text: String) -> DateQuery? {
    let text = text.lowercased()
    // Longer than any date.
    guard text.utf8.count <= 60 else { return nil }
    let fillers: Set<String> = ["the", "of", "on"]
    let words = text.split { " ,".contains($0) }.map(String.init).filter { !fillers.contains($0) }
    if words.count == 1 { return oneWord(words[0]) }
    if let date = relative(words) ?? named(words) { return date }
    // "19. 11. 2026" is a date with blanks, and "1 2" is not the 12th.
    let isSeparated = zip(words, words.dropFirst()).allSatisfy {
      $0.last?.isNumber != true || $1.first?.isNumber != true
    }
    return isSeparated || words.first?.count == 4 ? numeric(words.joined()) : nil
  }

  // MARK: - One word

  private static func oneWord(_ word: String) -> DateQuery? {
    switch word {
    case "today", "t", "now": return .daysFromToday(0)
    case "yesterday", "y": return .daysFromToday(-1)
    case "tomorrow": return .daysFromToday(1)
    default: break
    }
    if let sign = word.first, sign == "-" || sign == "+" { return offset(word.dropFirst(), sign: sign == "-" ? -1 : 1) }
    if let weekday = weekday(word) { return .weekday(weekday, nil) }
    return named([word]) ?? numeric(word)
  }

  /// `3`, `2w`, `1m`, `1y` after a sign.
  private static func offset(_ text: Substring, sign: Int) -> DateQuery? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let count = number(digits, atMost: 5) else { return nil }
    return distance(sign * count, unit.isEmpty ? "d" : String(unit))
  }

  private static func distance(_ count: Int, _ unit: String) -> DateQuery? {
    switch unit {
    case "d", "day", "days": .daysFromToday(count)
    case "w", "week", "weeks": .daysFromToday(count * 7)
    case "m", "month", "months": .monthsFromToday(count)
    case "y", "year", "years": .monthsFromToday(count * 12)
    default: nil
    }
  }

  // MARK: - Words

  /// `3 days ago`, `in a week`, `last friday`, `next month`.
  private static func relative(_ words: [String]) -> DateQuery? {
    if words.count == 3, words[2] == "ago", let count = count(words[0]) { return distance(-count, words[1]) }
    if words.count == 3, words[0] == "in", let count = count(words[1]) { return distance(count, words[2]) }
    if words.count == 4, words[2] == "from", ["now", "today"].contains(words[3]), let count = count(words[0]) {
      return distance(count, words[1])
    }
    if words == ["day", "before", "yesterday"] { return .daysFromToday(-2) }
    if words == ["day", "after", "tomorrow"] { return .daysFromToday(2) }
    guard words.count == 2 else { return nil }
    let step: Int
    switch words[0] {
    case "last", "past", "previous": step = -1
    case "this": step = 0
    case "next": step = 1
    default: return nil
    }
    switch words[1] {
    case "week" where step != 0: return .daysFromToday(7 * step)
    case "month": return .wholeMonths(from: step, count: 1)
    case "year": return .wholeMonths(from: 12 * step, count: 12)
    default: break
    }
    guard step != 0, let weekday = weekday(words[1]) else { return nil }
    return .weekday(weekday, step < 0 ? .past : .future)
  }

  /// A month name, with a day, a year or both: `19 nov`, `nov 19th 2025`, `november`, `nov 2025`.
  private static func named(_ words: [String]) -> DateQuery? {
    // A weekday before the date is redundant: `thu 19 nov`.
    var words = words.flatMap { $0.split(separator: ".").map(String.init) }
    if words.count > 1, weekday(words[0]) != nil { words.removeFirst() }
    // Splits `19-nov-2026`, but not `19nov`.
    if words.count == 1 { words = words[0].split { "-/".contains($0) }.map(String.init) }
    guard (1...3).contains(words.count), let position = words.prefix(2).firstIndex(where: { month($0) != nil }),
      let month = month(words[position])
    else { return nil }
    words.remove(at: position)
    switch words.count {
    case 0: return .month(month, year: nil)
    case 1:
      if let day = day(words[0]) { return .dayOfMonth(month: month, day: day) }
      return position == 0 ? year(words[0]).map { .month(month, year: $0) } : nil
    default:
      // Nobody writes `2025 nov 19`.
      guard let day = day(words[0]), let year = year(words[1]) else { return nil }
      return Day(year: year, month: month, day: day).map { .date($0) }
    }
  }

  // MARK: - Numbers

  private static func numeric(_ text: String) -> DateQuery? {
    if let day = Day(text) { return .date(day) }
    if text.utf8.count == 8, let all = number(Substring(text), atMost: 8), text.hasPrefix("19") || text.hasPrefix("20")
    {
      return Day(year: all / 10_000, month: all / 100 % 100, day: all % 100).map { .date($0) }
    }
    let separators = text.filter { "./-".contains($0) }
    guard let separator = separators.first, separators.allSatisfy({ $0 == separator }) else {
      guard separators.isEmpty else { return nil }
      if let year = longYear(text) { return .year(year) }
      return day(text).map { .dayOfMonth(month: nil, day: $0) }
    }
    var parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    // `14.11.` is a German date without a year.
    if separator == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    if separator == "-", parts.count == 2, let year = longYear(parts[0]), parts[1].hasPrefix("w") {
      guard let week = number(parts[1].dropFirst(), atMost: 2), (1...53).contains(week) else { return nil }
      return .week(week, year: year)
    }
    let isYearFirst = longYear(parts[0]) != nil
    switch (parts.count, isYearFirst) {
    case (2, true):
      guard let year = longYear(parts[0]), let month = number(Substring(parts[1]), atMost: 2),
        (1...12).contains(month)
      else { return nil }
      return .month(month, year: year)
    case (3, true):
      guard let year = longYear(parts[0]), let month = number(Substring(parts[1]), atMost: 2),
        let day = number(Substring(parts[2]), atMost: 2)
      else { return nil }
      return Day(year: year, month: month, day: day).map { .date($0) }
    case (2, false), (3, false):
      if parts.count == 2, let month = number(Substring(parts[0]), atMost: 2), let year = longYear(parts[1]) {
        return (1...12).contains(month) ? .month(month, year: year) : nil
      }
      guard let first = number(Substring(parts[0]), atMost: 2), let second = number(Substring(parts[1]), atMost: 2),
        (1...31).contains(first), (1...31).contains(second), first <= 12 || second <= 12
      else { return nil }
      var year: Int?
      if parts.count == 3 {
        year = self.year(parts[2])
        if year == nil { return nil }
      }
      // Nobody writes the month before a dot.
      if separator == "." {
        guard second <= 12 else { return nil }
        guard let year else { return .dayOfMonth(month: second, day: first) }
        return Day(year: year, month: second, day: first).map { .date($0) }
      }
      return .numbers(first, second, year: year)
    default: return nil
    }
  }

  // MARK: - Parts

  /// Only ASCII digits.
  private static func number(_ text: Substring, atMost digits: Int) -> Int? {
    guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }

  /// `19`, `1st`, `2nd`, `3rd`, `19th`.
  private static func day(_ text: String) -> Int? {
    var digits = Substring(text)
    if ["st", "nd", "rd", "th"].contains(where: text.hasSuffix) { digits = digits.dropLast(2) }
    return number(digits, atMost: 2).flatMap { (1...31).contains($0) ? $0 : nil }
  }

  private static func longYear(_ text: String) -> Int? {
    guard text.utf8.count == 4, let year = number(Substring(text), atMost: 4), (1900...2199).contains(year) else {
      return nil
    }
    return year
  }

  /// Four digits, or two for a year of this century.
  private static func year(_ text: String) -> Int? {
    longYear(text) ?? (text.utf8.count == 2 ? number(Substring(text), atMost: 2).map { 2000 + $0 } : nil)
  }

  private static func count(_ word: String) -> Int? {
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    if word == "a" || word == "an" { return 1 }
    return number(Substring(word), atMost: 5) ?? names.firstIndex(of: word).map { $0 + 1 }
  }

  private static func weekday(_ word: String) -> Int? {
    index(of: word, in: weekdays, atLeast: 2)
  }

  private static func month(_ word: String) -> Int? {
    word == "sept" ? 9 : index(of: word, in: months, atLeast: 3)
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
