extension RGB {
  /// `#rrggbb`.
  package var hexadecimal: String {
    "#" + [red, green, blue].map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
  }

  /// Reads `#rrggbb`; nil for anything else.
  package init?(hexadecimal text: some StringProtocol) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
  }
}
