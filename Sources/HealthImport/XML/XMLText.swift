/// Converts raw attribute values to strings.
package enum XMLText {
  /// Resolves entities, replaces invalid UTF-8 by U+FFFD, and converts line breaks and tabs to spaces, as XML
  /// requires.
  ///
  /// An unknown entity is left as it is. NUL, which no store handles reliably, becomes U+FFFD.
  package static func decode(_ raw: UnsafeRawBufferPointer) -> String {
    guard raw.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else {
      return String(decoding: raw, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      if byte == UInt8(ascii: "&"), let (scalar, length) = entity(raw.part(index, raw.count)) {
        decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += length
        continue
      }
      switch byte {
      case 0: decoded.append(contentsOf: UTF8.encodedReplacementCharacter)
      case 0x09, 0x0A, 0x0D: decoded.append(0x20)
      default: decoded.append(byte)
      }
      index += 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The entity at the beginning of the bytes, and its length.
  private static func entity(_ raw: UnsafeRawBufferPointer) -> (Unicode.Scalar, Int)? {
    for (name, scalar) in named where raw.hasPrefix(name) { return (scalar, name.utf8CodeUnitCount) }
    guard raw.hasPrefix("&#") else { return nil }
    var index = 2
    var radix: UInt32 = 10
    if index < raw.count, raw[index] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      index += 1
    }
    var value: UInt32 = 0
    let digits = index
    while index < raw.count, let digit = digit(raw[index], radix: radix) {
      value = min(value * radix + digit, 0x11_0000)
      index += 1
    }
    guard index > digits, index < raw.count, raw[index] == UInt8(ascii: ";") else { return nil }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return (scalar ?? "\u{FFFD}", index + 1)
  }

  private static let named: [(StaticString, Unicode.Scalar)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    if byte.digit < 10 { return UInt32(byte.digit) }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return radix == 16 && letter < 6 ? UInt32(letter) + 10 : nil
  }
}
