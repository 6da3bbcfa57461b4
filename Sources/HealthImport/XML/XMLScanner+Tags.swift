extension XMLScanner {
  /// The result of scanning one start tag.
  enum TagOutcome {
    /// A complete tag; `end` is the first byte after it.
    case complete(end: Int, isEmpty: Bool)
    /// The bytes ended before the tag did.
    case incomplete
    /// Malformed at this byte.
    case damaged(at: Int)

    var damage: Int? {
      if case .damaged(let index) = self { index } else { nil }
    }
  }

  @inline(__always)
  static func beginsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
  }

  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), 0x20, 0x09, 0x0A, 0x0D:
      true
    default: false
    }
  }

  /// Scans the start tag at `start` into `nameEnd` and the attribute buffer, without reading bytes from `limit` on.
  ///
  /// A name extends to the `=`, including spaces: exports of iOS 8.3 print such names.
  mutating func readTag(at start: Int, before limit: Int) -> TagOutcome {
    let bytes = UnsafeRawBufferPointer(start: window, count: limit)
    var index = start + 1
    while index < limit, !Self.endsName(bytes[index]) { index += 1 }
    nameEnd = index
    attributeCount = 0
    while true {
      while index < limit, bytes[index].isBlank { index += 1 }
      guard index < limit else { return .incomplete }

      let nameStart = index
      search: while true {
        guard index < limit else { return .incomplete }
        switch bytes[index] {
        case UInt8(ascii: "="):
          break search
        case UInt8(ascii: ">"):
          return .complete(end: index + 1, isEmpty: false)
        case UInt8(ascii: "/"):
          guard index + 1 < limit else { return .incomplete }
          if bytes[index + 1] == UInt8(ascii: ">") { return .complete(end: index + 2, isEmpty: true) }
        case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"):
          return .damaged(at: index)
        default:
          break
        }
        index += 1
      }
      var nameEnd = index
      while nameEnd > nameStart, bytes[nameEnd - 1].isBlank { nameEnd -= 1 }

      index += 1
      while index < limit, bytes[index].isBlank { index += 1 }
      guard index < limit else { return .incomplete }

      let valueStart: Int
      let valueEnd: Int
      let quote = bytes[index]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        valueStart = index + 1
        guard let close = bytes.firstIndex(of: quote, from: valueStart) else { return .incomplete }
        // A value may contain a line break, but if a tag follows it, the closing quote is missing.
        if close > lines.newline, lineBeginsTag(from: valueStart, before: close) { return .damaged(at: index) }
        valueEnd = close
        index = close + 1
      } else {
        valueStart = index
        while index < limit, !Self.endsBareValue(bytes, at: index, before: limit) {
          if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "<") { return .damaged(at: index) }
          index += 1
        }
        guard index < limit else { return .incomplete }
        valueEnd = index
      }
      if attributeCount < Self.mostAttributes {
        attributes[attributeCount] = XMLAttribute(
          name: bytes.part(nameStart, nameEnd), value: bytes.part(valueStart, valueEnd))
        attributeCount += 1
      }
    }
  }

  /// An unquoted value ends at white space, at `>` and at `/>`; other slashes belong to it.
  private static func endsBareValue(_ bytes: UnsafeRawBufferPointer, at index: Int, before limit: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: ">"): true
    case UInt8(ascii: "/"): index + 1 < limit && bytes[index + 1] == UInt8(ascii: ">")
    case let byte: byte.isBlank
    }
  }

  private func lineBeginsTag(from start: Int, before end: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: window, count: end)
    var index = start
    while let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index) {
      index = newline + 1
      while index < end, bytes[index].isBlank { index += 1 }
      if index + 1 < end, bytes[index] == UInt8(ascii: "<"), Self.beginsMarkup(bytes[index + 1]) { return true }
    }
    return false
  }

  private static func beginsMarkup(_ byte: UInt8) -> Bool {
    beginsName(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }

  /// Where to continue after a malformed tag: at the next `<` of a tag that is first on its line or directly after a
  /// `>`, or at the one where scanning failed. A `<` elsewhere may be inside a value, as in `<<HKDevice: …>`.
  ///
  /// - Returns: nil if there is none before `limit`.
  func resumption(after start: Int, before limit: Int, damage: Int?) -> Int? {
    let bytes = UnsafeRawBufferPointer(start: window, count: limit)
    var index = start + 1
    while let open = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) {
      guard open + 1 < limit else { return nil }
      if Self.beginsMarkup(bytes[open + 1]) {
        if open == damage { return open }
        var before = open - 1
        while before > start, bytes[before] == 0x20 || bytes[before] == 0x09 || bytes[before] == 0x0D { before -= 1 }
        if before > start, bytes[before] == UInt8(ascii: "\n") || bytes[before] == UInt8(ascii: ">") { return open }
      }
      index = open + 1
    }
    return nil
  }
}
