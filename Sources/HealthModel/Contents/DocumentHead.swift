/// The header of a document in HL7's Clinical Document Architecture.
///
/// Documents are untrusted input like all files: the reader uses what it finds in the first bytes, and a missing
/// element is not an error.
package struct DocumentHead: SampleContent {
  package private(set) var title = ""
  package private(set) var patientName = ""
  package private(set) var authorName = ""
  package private(set) var custodianName = ""
  /// The document's date as printed: `20261120120000+0100`.
  package private(set) var effectiveTime: String?

  package var isPlausible: Bool { true }

  /// How many bytes are examined; the header comes first.
  package static let longest = 1 << 18
  private static let longestName = 1_024
  private static let deepest = 64

  /// Whether bytes are such a document, by the name of the root element.
  package static func isDocument(_ bytes: [UInt8]) -> Bool {
    let name = Array("ClinicalDocument".utf8)
    let head = bytes.prefix(longest)
    var place = head.startIndex
    while let found = head[place...].firstIndex(of: name[0]) {
      if head[found...].starts(with: name) { return true }
      place = found + 1
    }
    return false
  }

  package init(_ bytes: [UInt8]) {
    var open: [String] = []
    var place = 0
    let end = min(bytes.count, Self.longest)
    while place < end {
      let text = bytes[place..<end].prefix { $0 != UInt8(ascii: "<") }
      if !text.isEmpty { add(String(decoding: text, as: UTF8.self), at: open) }
      place = text.endIndex + 1
      if bytes[min(place, end)..<end].starts(with: Self.commentStart) {
        place = Self.endOfComment(at: place, in: bytes[..<end])
        continue
      }
      guard place < end, let close = bytes[place..<end].firstIndex(of: UInt8(ascii: ">")) else { return }
      let tag = bytes[place..<close]
      place = close + 1
      guard let first = tag.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { continue }
      if first == UInt8(ascii: "/") {
        if !open.isEmpty { open.removeLast() }
        continue
      }
      let name = Self.name(tag)
      // The header ends where the body begins.
      if name == "component" { return }
      if name == "effectiveTime", open == ["ClinicalDocument"] {
        effectiveTime = Self.value(String(decoding: tag, as: UTF8.self))
      }
      guard tag.last != UInt8(ascii: "/") else { continue }
      guard open.count < Self.deepest else { return }
      open.append(name)
    }
  }

  private static let commentStart = Array("!--".utf8)
  private static let commentEnd = Array("-->".utf8)

  private static func endOfComment(at start: Int, in bytes: ArraySlice<UInt8>) -> Int {
    var place = start + commentStart.count
    while place < bytes.endIndex, !bytes[place...].starts(with: commentEnd) { place += 1 }
    return min(place + commentEnd.count, bytes.endIndex)
  }

  /// The name without its namespace prefix.
  private static func name(_ tag: ArraySlice<UInt8>) -> String {
    let whole = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    return String(decoding: whole.split(separator: UInt8(ascii: ":")).last ?? whole, as: UTF8.self)
  }

  private static func value(_ tag: String) -> String? {
    let parts = tag.split(separator: "value=", maxSplits: 1)
    guard parts.count == 2, let quote = parts[1].first else { return nil }
    return String(parts[1].dropFirst().prefix { $0 != quote })
  }

  private mutating func add(_ text: String, at path: [String]) {
    guard path.first == "ClinicalDocument" else { return }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    func join(_ name: inout String) {
      // The names of several patients or authors are joined.
      guard name.utf8.count + words.utf8.count < Self.longestName else { return }
      name += (name.isEmpty ? "" : " ") + Self.unescaped(words)
    }
    let isName = path.contains("name")
    switch path.dropFirst().first {
    case "title" where path.count == 2: join(&title)
    case "recordTarget" where isName && path.contains("patient"): join(&patientName)
    case "author" where isName: join(&authorName)
    case "custodian" where isName: join(&custodianName)
    default: break
    }
  }

  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(text) { text, entity in
      text.split(separator: entity.0, omittingEmptySubsequences: false).joined(separator: entity.1)
    }
  }
}
