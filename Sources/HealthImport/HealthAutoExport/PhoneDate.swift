import HealthModel

/// Dates as phones print them: with a 12-hour clock in any language, other digits, and the Buddhist calendar.
enum PhoneDate {
  /// `2026-11-19 8:04:00 PM -0500` as `2026-11-19 20:04:00 -0500`; nil for anything else, and for a date that can mean
  /// two things, such as one with a 12-hour clock without the half of the day.
  static func normalized(_ text: String) -> String? {
    guard text.utf8.count <= 128 else { return nil }
    let words = plain(text).split(separator: " ")
    guard words.count >= 3, let day = day(words[0]), let place = words.firstIndex(where: { $0.contains(":") }) else {
      return nil
    }
    // In Chinese and Korean the half of the day precedes the time, sometimes without a space.
    guard let first = words[place].firstIndex(where: isDigit), let last = words[place].lastIndex(where: isDigit) else {
      return nil
    }
    let clock = words[place][first...last].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, clock.allSatisfy({ (1...2).contains($0.count) }), var hour = Int(clock[0]) else {
      return nil
    }
    let marks = words[1..<place] + [words[place][..<first], words[place][words[place].index(after: last)...]]
    let mark = (marks + words[(place + 1)...].dropLast()).joined().lowercased().filter(\.isLetter)
    if mark.isEmpty {
      guard clock[0].count == 2 else { return nil }
    } else {
      guard let isAfternoon = halves[mark], (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard place < words.count - 1, let offset = words.last else { return nil }
    return "\(day) \(hour.twoDigits):\(clock[1]):\(clock[2]) \(offset)"
  }

  /// Whether the year is one of the Buddhist calendar, 543 years ahead.
  static func isBuddhist(_ text: UnsafeRawBufferPointer) -> Bool { text.hasPrefix("25") || text.hasPrefix("24") }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  /// The text with ASCII digits and spaces, and without marks of direction.
  private static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        plain.append(scalar)
      } else if scalar.properties.isWhitespace {
        plain.append(" ")
      } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue,
        let digit = Unicode.Scalar(48 + Int(value))
      {
        plain.append(digit)
      } else if scalar == "\u{2212}" {
        plain.append("-")
      } else if !scalar.properties.isBidiControl {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// `2569-11-19` of the Buddhist calendar as `2026-11-19`.
  private static func day(_ text: Substring) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2, let year = Int(parts[0])
    else { return nil }
    return "\((2_443..<2_643).contains(year) ? year - 543 : year)-\(parts[1])-\(parts[2])"
  }

  /// Whether the half of the day is the second, by its name without punctuation, as the Unicode CLDR has it for the languages
  /// of phones.
  private static let halves: [String: Bool] = {
    let names: [(morning: String, afternoon: String)] = [
      ("am", "pm"), ("a", "p"), ("vorm", "nachm"), ("上午", "下午"), ("午前", "午後"), ("오전", "오후"), ("ص", "م"),
      ("πμ", "μμ"), ("dop", "odp"), ("dop", "pop"), ("de", "du"), ("sa", "ch"), ("ap", "ip"), ("öö", "ös"),
      ("fm", "em"), ("fh", "eh"), ("vm", "nm"), ("ก่อนเที่ยง", "หลังเที่ยง"), ("पूर्वाह्न", "अपराह्न"), ("पू", "अ"), ("дп", "пп"),
      ("לפנהצ", "אחהצ"), ("לפ", "אח"), ("pg", "ptg"), ("priekšp", "pēcp"), ("priešpiet", "popiet"),
      ("претпл", "попл"), ("prijepodne", "popodne"), ("eparadites", "epasdites"), ("قبل‌ازظهر", "بعدازظهر"),
      ("قظ", "بظ"),
    ]
    return Dictionary(names.flatMap { [($0.morning, false), ($0.afternoon, true)] }) { first, _ in first }
  }()
}
