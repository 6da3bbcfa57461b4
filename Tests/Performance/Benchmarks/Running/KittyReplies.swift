/// What kitty replies to a program on a pseudo-terminal: to the query at its start, and to each image that it has stored.
struct KittyReplies {
  private static let answers =
    "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}]11;rgb:1010/1010/1010\u{1B}\\\u{1B}[?2026;2$y\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"
  private static let (query, start) = (Array("\u{1B}[c".utf8), Array("\u{1B}_G".utf8))

  /// Output that has not been looked at, from an incomplete sequence on.
  private var rest: [UInt8] = []
  /// The image whose last part is still to come.
  private var pending: String?

  /// The replies to some output.
  mutating func replies(to bytes: some Sequence<UInt8>) -> String {
    rest += bytes
    var text = ""
    var place = 0
    while let escape = rest[place...].firstIndex(of: 0x1B), escape + 2 < rest.count {
      let head = Array(rest[escape..<escape + 3])
      place = escape + 1
      if head == Self.query { text += Self.answers }
      guard head == Self.start else { continue }
      guard let end = rest[place...].firstIndex(of: 0x1B) else {
        place = escape
        break
      }
      let keys = String(decoding: rest[(escape + 3)..<end].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        .split(separator: ",")
      if keys.contains("q=0") { pending = keys.first { $0.hasPrefix("i=") }.map { String($0) } }
      if let id = pending, !keys.contains("m=1") {
        text += "\u{1B}_G\(id);OK\u{1B}\\"
        pending = nil
      }
      place = end
    }
    rest.removeFirst(rest[place...].contains(0x1B) ? place : rest.count)
    return text
  }
}
