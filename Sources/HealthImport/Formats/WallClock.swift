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
    var text = text
    var dates = DateParser()
    if let exact = text.withUTF8({ dates.instant(UnsafeRawBufferPointer($0)) }) { return (exact.date, true) }
    if let (day, seconds) = civil(text) { return (context.instant(day, seconds: seconds), false) }
    return PhoneDate.normalized(text).flatMap { Array($0.utf8).withUnsafeBytes { dates.instant($0) } }.map {
      ($0.date, true)
    }
  }

  /// The same of a text in memory, which is not copied if it contains an offset.
  package static func instant(
    _ text: UnsafeRawBufferPointer, _ context: ImportContext
  ) -> (date: Date, isExact: Bool)? {
    guard text.count <= 40 else { return nil }
    var dates = DateParser()
    if let exact = dates.instant(text) { return (exact.date, true) }
    return instant(String(decoding: text, as: UTF8.self), context)
  }

  /// The day and the seconds after its midnight of a date without an offset.
  package static func civil(_ text: String) -> (day: Day, seconds: Double)? {
    var text = text
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      text = String(text.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
    }
    return text.withUTF8 { civil(UnsafeRawBufferPointer($0)) }
  }

  private static func civil(_ text: UnsafeRawBufferPointer) -> (day: Day, seconds: Double)? {
    var words = Parts(text, omitsEmpty: true) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "T") }
    guard let day = words.next().flatMap(day) else { return nil }
    guard let clock = words.next() else { return (day, 0) }
    var parts = Parts(clock) { $0 == UInt8(ascii: ":") }
    guard var hour = parts.next().flatMap(whole), let minute = parts.next().flatMap(whole), minute < 60 else {
      return nil
    }
    var second = 0.0
    if let last = parts.next() {
      guard let value = NumberParser.double(last), (0..<61).contains(value) else { return nil }
      second = value
    }
    if let half = words.next() {
      let isAfternoon = half.count == 2 && half[0] | 0x20 == UInt8(ascii: "p")
      let isMorning = half.count == 2 && half[0] | 0x20 == UInt8(ascii: "a")
      guard isMorning || isAfternoon, half[1] | 0x20 == UInt8(ascii: "m"), (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24, parts.next() == nil, words.next() == nil else { return nil }
    return (day, Double(hour * 3_600 + minute * 60) + second)
  }

  /// `2026-11-19`, or `11/19/26` in some formats.
  package static func day(_ text: some StringProtocol) -> Day? {
    var text = String(text)
    return text.withUTF8 { day(UnsafeRawBufferPointer($0)) }
  }

  private static func day(_ text: UnsafeRawBufferPointer) -> Day? {
    var parts = Parts(text) { $0 == UInt8(ascii: "/") }
    guard let first = parts.next(), let second = parts.next() else { return DateParser.day(text) }
    guard let third = parts.next(), parts.next() == nil, let month = whole(first), let day = whole(second),
      let year = whole(third)
    else { return nil }
    return Day(year: third.count == 2 ? year + 2_000 : year, month: month, day: day)
  }

  private static func whole(_ digits: UnsafeRawBufferPointer) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0.digit < 10 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1.digit) }
  }

  /// The parts of a text between separators.
  private struct Parts {
    private let text: UnsafeRawBufferPointer
    private let omitsEmpty: Bool
    private let isSeparator: (UInt8) -> Bool
    /// Where the next part begins; behind the end after the last one.
    private var index = 0

    init(_ text: UnsafeRawBufferPointer, omitsEmpty: Bool = false, _ isSeparator: @escaping (UInt8) -> Bool) {
      (self.text, self.omitsEmpty, self.isSeparator) = (text, omitsEmpty, isSeparator)
    }

    mutating func next() -> UnsafeRawBufferPointer? {
      if omitsEmpty { while index < text.count, isSeparator(text[index]) { index += 1 } }
      guard omitsEmpty ? index < text.count : index <= text.count else { return nil }
      let start = index
      while index < text.count, !isSeparator(text[index]) { index += 1 }
      index += 1
      return text.part(start, index - 1)
    }
  }
}
