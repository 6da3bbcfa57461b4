package import FoundationEssentials
package import HealthModel

/// Parses the dates of an export, `2019-01-11 03:18:29 +0100`, without a calendar.
///
/// Consecutive records mostly share their day and their offset, so both are cached.
package struct DateParser {
  private var dayText: (UInt64, UInt16)
  private var dayStart = 0

  package init() {
    // The text of `dayStart`, because any other, such as zeros, would be accepted as that day.
    var epoch = "1970-01-01"
    dayText = epoch.withUTF8 { Self.key(UnsafeRawBufferPointer($0)) }
  }

  /// The instant and the printed offset from UTC in seconds, or nil if the bytes are not such a date.
  ///
  /// Also accepted: `20150915113529+0200`, as in exports of 2014 and 2015; a `T` instead of the space, fractions of a
  /// second, `Z`, `+01`, `+01:00`, no space before the offset. A date without an offset is not an instant.
  package mutating func instant(_ raw: UnsafeRawBufferPointer) -> (date: Date, offset: Int)? {
    if raw.count >= 15, raw[4].digit < 10 { return Self.compact(raw) }
    guard raw.count >= 20, let midnight = midnight(raw) else { return nil }
    guard raw[10] == UInt8(ascii: " ") || raw[10] == UInt8(ascii: "T"),
      raw[13] == UInt8(ascii: ":"), raw[16] == UInt8(ascii: ":"),
      let hour = Self.pair(raw, 11), hour < 24, let minute = Self.pair(raw, 14), minute < 60,
      let second = Self.pair(raw, 17), second <= 60
    else { return nil }

    var index = 19
    var fraction = 0.0
    if raw[index] == UInt8(ascii: ".") {
      index += 1
      let first = index
      while index < raw.count, raw[index].digit < 10 { index += 1 }
      guard index > first, let value = NumberParser.double(raw.part(first - 1, index)) else { return nil }
      fraction = value
    }
    while index < raw.count, raw[index] == UInt8(ascii: " ") { index += 1 }
    guard let offset = Self.offset(raw, from: index) else { return nil }
    let seconds = midnight + (hour * 60 + minute) * 60 + second - offset
    return (Date(timeIntervalSince1970: Double(seconds) + fraction), offset)
  }

  private static func compact(_ raw: UnsafeRawBufferPointer) -> (date: Date, offset: Int)? {
    guard let century = pair(raw, 0), let year = pair(raw, 2), let month = pair(raw, 4), let day = pair(raw, 6),
      let midnight = Day(year: century * 100 + year, month: month, day: day),
      let hour = pair(raw, 8), hour < 24, let minute = pair(raw, 10), minute < 60,
      let second = pair(raw, 12), second <= 60, let offset = offset(raw, from: 14)
    else { return nil }
    let seconds = midnight.number * 86_400 + (hour * 60 + minute) * 60 + second - offset
    return (Date(timeIntervalSince1970: Double(seconds)), offset)
  }

  /// The civil date `2026-11-19`, and nothing else.
  package static func day(_ raw: UnsafeRawBufferPointer) -> Day? {
    guard raw.count == 10 else { return nil }
    return civilDay(raw)
  }

  @inline(__always)
  private mutating func midnight(_ raw: UnsafeRawBufferPointer) -> Int? {
    let text = Self.key(raw)
    if text == dayText { return dayStart }
    guard let day = Self.civilDay(raw) else { return nil }
    dayText = text
    dayStart = day.number * 86_400
    return dayStart
  }

  /// The first ten bytes.
  @inline(__always)
  private static func key(_ raw: UnsafeRawBufferPointer) -> (UInt64, UInt16) {
    (raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
  }

  private static func civilDay(_ raw: UnsafeRawBufferPointer) -> Day? {
    guard raw[4] == UInt8(ascii: "-"), raw[7] == UInt8(ascii: "-"),
      let century = pair(raw, 0), let year = pair(raw, 2), let month = pair(raw, 5), let day = pair(raw, 8)
    else { return nil }
    return Day(year: century * 100 + year, month: month, day: day)
  }

  /// `Z`, `+01`, `+0100` or `+01:00` from `index` to the end.
  @inline(__always)
  private static func offset(_ raw: UnsafeRawBufferPointer, from index: Int) -> Int? {
    guard index < raw.count else { return nil }
    let sign: Int
    switch raw[index] {
    case UInt8(ascii: "+"): sign = 1
    case UInt8(ascii: "-"): sign = -1
    case UInt8(ascii: "Z"): return index + 1 == raw.count ? 0 : nil
    default: return nil
    }
    let length = raw.count - index
    guard length >= 3, let hours = pair(raw, index + 1), hours <= 18 else { return nil }
    var minutes = 0
    switch length {
    case 3: break
    case 5:
      guard let pair = pair(raw, index + 3) else { return nil }
      minutes = pair
    case 6:
      guard raw[index + 3] == UInt8(ascii: ":"), let pair = pair(raw, index + 4) else { return nil }
      minutes = pair
    default: return nil
    }
    return minutes < 60 ? sign * (hours * 60 + minutes) * 60 : nil
  }

  /// Two digits at `index`.
  @inline(__always)
  private static func pair(_ raw: UnsafeRawBufferPointer, _ index: Int) -> Int? {
    let tens = raw[index].digit
    let units = raw[index + 1].digit
    return tens < 10 && units < 10 ? Int(tens) * 10 + Int(units) : nil
  }
}
