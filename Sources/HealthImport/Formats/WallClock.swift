package import FoundationEssentials
package import HealthModel

/// Dates in local time.
package enum WallClock {
  /// Parses a date with the time of day, with or without an offset from UTC: `2026-11-19 08:04:00 -0500`,
  /// `2026-11-19T08:04:00.000`, `2026-11-19 8:04 PM`, `11/19/26 08:04:00`. A date alone means midnight.
  ///
  /// - Returns: the instant, and whether the text contains an offset; nil for anything else.
  package static func instant(_ text: String, _ context: ImportContext) -> (date: Date, isExact: Bool)? {
    guard text.utf8.count <= 40 else { return nil }
    var dates = DateParser()
    var exact = text.utf8.withContiguousStorageIfAvailable { dates.instant(UnsafeRawBufferPointer($0)) } ?? nil
    if exact == nil, let turned = PhoneDate.normalized(text) {
      exact = Array(turned.utf8).withUnsafeBytes { dates.instant($0) }
    }
    if let exact { return (exact.date, true) }
    guard let (day, seconds) = civil(text) else { return nil }
    return (context.instant(day, seconds: seconds), false)
  }

  /// The day and the seconds after its midnight of a date without an offset.
  package static func civil(_ text: String) -> (day: Day, seconds: Double)? {
    var text = text
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      text = String(text.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
    }
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "T") }
    guard (1...3).contains(words.count), let day = day(ofBytes: words[0]) else { return nil }
    guard words.count > 1 else { return (day, 0) }
    let clock = words[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(clock.count), var hour = whole(clock[0]), let minute = whole(clock[1]), minute < 60 else {
      return nil
    }
    if words.count == 3 {
      let half = String(decoding: words[2], as: UTF8.self).uppercased()
      guard half == "AM" || half == "PM", (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "PM" ? 12 : 0)
    }
    guard hour < 24 else { return nil }
    var second = 0.0
    if clock.count == 3 {
      guard let value = Array(clock[2]).withUnsafeBytes({ NumberParser.double($0) }), (0..<61).contains(value) else {
        return nil
      }
      second = value
    }
    return (day, Double(hour * 3_600 + minute * 60) + second)
  }

  /// `2026-11-19`, or `11/19/26` in some formats.
  package static func day(_ text: some StringProtocol) -> Day? { day(ofBytes: text.utf8) }

  private static func day(ofBytes text: some Collection<UInt8>) -> Day? {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return Array(text).withUnsafeBytes { DateParser.day($0) } }
    guard parts.count == 3, let month = whole(parts[0]), let day = whole(parts[1]), var year = whole(parts[2]) else {
      return nil
    }
    if parts[2].count == 2 { year += 2_000 }
    return Day(year: year, month: month, day: day)
  }

  private static func whole(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0.digit < 10 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1.digit) }
  }
}
