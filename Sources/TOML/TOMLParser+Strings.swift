extension TOMLParser {
  /// A string in any of the four forms, from its quote on.
  mutating func string() throws(TOMLError) -> String {
    if isNext("\"\"\"") || isNext("'''") { return try longString() }
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      position += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text += try escaped()
      } else if Self.isPrintable(byte) {
        text.append(byte)
      } else {
        break
      }
    }
    throw error("a string is not closed")
  }

  private mutating func longString() throws(TOMLError) -> String {
    let quote = bytes[position]
    position += 3
    _ = takeLineBreak()
    var text: [UInt8] = []
    while let byte = peek {
      if byte == quote {
        let start = position
        while peek == quote, position - start < 5 { position += 1 }
        let count = position - start
        // Up to two quotes may stand before the closing ones.
        text += Array(repeating: quote, count: count < 3 ? count : count - 3)
        if count >= 3 { return String(decoding: text, as: UTF8.self) }
      } else if takeLineBreak() {
        text.append(UInt8(ascii: "\n"))
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        position += 1
        if !skipContinuation() { text += try escaped() }
      } else if Self.isPrintable(byte) {
        position += 1
        text.append(byte)
      } else {
        throw error("a string contains a control character")
      }
    }
    throw error("a string is not closed")
  }

  /// After a backslash at the end of a line: skips all white space that follows. False if the line does not end.
  private mutating func skipContinuation() -> Bool {
    let start = position
    skipBlanks()
    guard takeLineBreak() else {
      position = start
      return false
    }
    repeat { skipBlanks() } while takeLineBreak()
    return true
  }

  /// The character of an escape sequence, after its backslash.
  private mutating func escaped() throws(TOMLError) -> [UInt8] {
    guard let byte = peek else { throw error("a string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [byte]
    case UInt8(ascii: "u"): return try scalar(digits: 4)
    case UInt8(ascii: "U"): return try scalar(digits: 8)
    default: throw error("a string contains an unknown escape sequence")
    }
  }

  private mutating func scalar(digits: Int) throws(TOMLError) -> [UInt8] {
    let code = bytes[position...].prefix(digits)
    let text = String(decoding: code, as: UTF8.self)
    guard code.count == digits, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw error("\\u is not followed by a character's number") }
    position += digits
    return Array(String(Character(scalar)).utf8)
  }
}
