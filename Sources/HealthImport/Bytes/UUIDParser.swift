package import FoundationEssentials

/// Parses UUIDs. Foundation scans them with a format string, which takes longer than everything else in a row.
package enum UUIDParser {
  /// The UUID in the text `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in upper or lower case; nil for anything else.
  package static func uuid(_ text: String) -> UUID? {
    var text = text
    return text.withUTF8 { uuid(UnsafeRawBufferPointer($0)) }
  }

  package static func uuid(_ raw: UnsafeRawBufferPointer) -> UUID? {
    guard raw.count == 36 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      var index = 0
      for place in 0..<16 {
        if place == 4 || place == 6 || place == 8 || place == 10 {
          guard raw[index] == UInt8(ascii: "-") else { return false }
          index += 1
        }
        guard let high = digit(raw[index]), let low = digit(raw[index + 1]) else { return false }
        bytes[place] = high << 4 | low
        index += 2
      }
      return true
    }
    return isValid ? UUID(uuid: bytes) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    if byte.digit < 10 { return byte.digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}
