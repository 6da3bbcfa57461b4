import TerminalModel

/// Makes the output of another program harmless for a terminal, piece by piece.
///
/// Unlike `PrintableText.lines`, it accepts bytes that are not valid UTF-8, pieces that end inside a character, and the
/// line ends of CSV.
struct PrintableStream {
  /// The start of a character or of a line end: at most three bytes.
  private var rest: [UInt8] = []

  /// - Returns: the text that can be written now.
  mutating func add(_ bytes: some Collection<UInt8>) -> String {
    var all = rest
    all.append(contentsOf: bytes)
    let complete = all.count - Self.incompleteCount(all)
    rest = Array(all[complete...])
    return Self.text(all[..<complete])
  }

  /// - Returns: the text of what was still incomplete.
  mutating func end() -> String {
    defer { rest = [] }
    return Self.text(rest[...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == 0x0A, lines.last == 0x0D { lines.removeLast() }
      lines.append(byte)
    }
    return PrintableText.lines(String(decoding: lines, as: UTF8.self))
  }

  /// The length of an incomplete character or line end at the end.
  private static func incompleteCount(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0D { return 1 }
    for (index, byte) in bytes.suffix(3).reversed().enumerated() {
      switch byte {
      case 0x80..<0xC0: continue
      case 0xC0..<0xE0: return index < 1 ? index + 1 : 0
      case 0xE0..<0xF0: return index < 2 ? index + 1 : 0
      case 0xF0...: return index + 1
      default: return 0
      }
    }
    return 0
  }
}
