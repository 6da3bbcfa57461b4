package import FoundationEssentials

/// The date format of Apple's exports, `2019-01-11 03:18:29 +0100`.
package enum PrintedDate {
  /// The instant, or nil for text in any other format.
  package static func date(from text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 25, bytes[10] == UInt8(ascii: " "), bytes[19] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let day = Day(String(decoding: bytes[..<10], as: UTF8.self)),
      let hour = number(bytes[11...12]), let minute = number(bytes[14...15]), let second = number(bytes[17...18]),
      let offsetHours = number(bytes[21...22]), let offsetMinutes = number(bytes[23...24]),
      hour < 24, minute < 60, second <= 60, offsetMinutes < 60
    else { return nil }
    let sign: Int
    switch bytes[20] {
    case UInt8(ascii: "+"): sign = 1
    case UInt8(ascii: "-"): sign = -1
    default: return nil
    }
    let offset = sign * (offsetHours * 3_600 + offsetMinutes * 60)
    let seconds = day.number * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit) - 48
    }
    return value
  }
}
