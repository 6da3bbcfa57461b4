/// Parses decimal numbers.
package enum NumberParser {
  /// The double nearest to the decimal number in the bytes, or nil for anything else: an empty value, `nan`, `inf`,
  /// hexadecimal, a decimal comma, a number too large for a double.
  ///
  /// A number with at most 15 digits and a small exponent is exact as one product or quotient of two exact doubles;
  /// only the others need the library's conversion. Spaces around the number are allowed.
  package static func double(_ raw: UnsafeRawBufferPointer) -> Double? {
    var index = 0
    let isNegative = raw.first == UInt8(ascii: "-")
    if isNegative || raw.first == UInt8(ascii: "+") { index = 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    var sawPoint = false
    while index < raw.count {
      let byte = raw[index]
      if byte.digit < 10 {
        guard digits < 18 else { return slow(raw) }
        mantissa = mantissa &* 10 &+ UInt64(byte.digit)
        digits &+= 1
        if sawPoint { fraction &+= 1 }
      } else if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else {
        return slow(raw)
      }
      index &+= 1
    }
    guard digits > 0 else { return nil }
    // Beyond 2^53 the mantissa itself would be rounded, and then the quotient again.
    guard mantissa < 1 << 53 else { return slow(raw) }
    let value = Double(mantissa) / powers[fraction]
    return isNegative ? -value : value
  }

  private static func slow(_ raw: UnsafeRawBufferPointer) -> Double? {
    let trimmed = raw.trimmed
    // The library would also accept words and hexadecimal.
    let isDecimal = trimmed.allSatisfy { byte in
      byte.digit < 10 || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+")
    }
    guard isDecimal, let value = Double(String(decoding: trimmed, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// 10 to the power of 0 to 18, all exact.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]
}
