#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Finds the tags of an XML document that may be damaged anywhere, without building strings.
///
/// We use our own scanner because real exports are not well-formed: the internal DTD of several iOS versions is
/// broken, values contain control characters and invalid UTF-8, downloads are truncated. It scans tags and attributes
/// only, skips the DOCTYPE, and after an error continues where the next tag can begin. The result depends only on the
/// bytes, never on how they are divided into chunks.
///
/// ```
/// while try scanner.fill(reader) > 0 { scanner.scan(into: &handler) }
/// scanner.finish(into: &handler)
/// ```
package struct XMLScanner: ~Copyable {
  /// The maximum length of a tag or comment. A longer one has no end and would include the rest of the file.
  package static let longestConstruct = 1 << 20
  package static let mostAttributes = 256

  /// Contains the bytes that have not been scanned yet, followed by the next chunk.
  package let window: UnsafeMutableRawPointer
  package let capacity: Int
  /// The bytes in the window.
  package var filled = 0
  /// The first byte that has not been scanned.
  package var next = 0
  var lines = XMLLineCounter()
  /// How far after `next` it is known that no comment, CDATA section or processing instruction ends.
  var unterminated = XMLTerminatorSearch()
  package var phase = Phase.prolog
  /// Where the last tag or comment ended; may be before the window.
  package var constructEnd = 0
  /// Whether anything but white space has followed since then.
  package var sawText = false

  package let attributes: UnsafeMutablePointer<XMLAttribute>
  package var attributeCount = 0
  /// The end of the current tag's name.
  package var nameEnd = 0

  private let root: StaticString
  private let longest: Int
  /// Whether the handler receives text between tags.
  private let reportsText: Bool

  /// The maximum length of text: longer text is not a value and is not reported.
  private var longestText: Int { min(4_096, longest) }

  package enum Phase {
    /// Before the root element, where a DOCTYPE may occur.
    case prolog
    /// Inside the DOCTYPE, where everything except the root element is ignored.
    case doctype
    case content
  }

  /// - Parameters:
  ///   - root: the root element's name, which ends a DOCTYPE however malformed that is.
  ///   - chunk: the number of bytes requested by one `fill`.
  ///   - longest: the maximum length of a tag or comment, at least 16 bytes.
  ///   - reportsText: whether the handler receives text between tags.
  package init(
    root: StaticString, chunk: Int = 1 << 18, longest: Int = longestConstruct, reportsText: Bool = false
  ) {
    self.root = root
    self.longest = longest
    self.reportsText = reportsText
    capacity = longest + max(chunk, 1)
    window = .allocate(byteCount: capacity, alignment: 16)
    attributes = .allocate(capacity: Self.mostAttributes)
  }

  deinit {
    window.deallocate()
    attributes.deallocate()
  }

  /// Moves the remaining bytes of the last scan to the front and lets `read` fill the space after them.
  ///
  /// - Returns: the number of bytes read, 0 at the end.
  package mutating func fill<Failure: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    if next > 0 {
      lines.advance(to: next, in: bytes)
      memmove(window, window + next, filled - next)
      filled -= next
      lines.moved(by: next)
      unterminated.moved(by: next)
      constructEnd -= next
      next = 0
    }
    let space = min(capacity - filled, capacity - longest)
    let count = try read(UnsafeMutableRawBufferPointer(start: window + filled, count: space))
    filled += count
    return count
  }

  /// Reports all complete tags.
  package mutating func scan(into handler: inout some XMLTagHandler) {
    scan(atEnd: false, into: &handler)
  }

  /// Reports what is left after the last byte.
  package mutating func finish(into handler: inout some XMLTagHandler) {
    scan(atEnd: true, into: &handler)
  }

  package var bytes: UnsafeRawBufferPointer {
    @inline(__always) get { UnsafeRawBufferPointer(start: window, count: filled) }
  }

  private mutating func scan(atEnd: Bool, into handler: inout some XMLTagHandler) {
    while next < filled {
      if phase == .doctype {
        guard skipDoctype(atEnd: atEnd) else { return }
      }
      guard let open = findOpening(from: next) else {
        // Text that may continue is kept for as long as it may be a value.
        if reportsText, !atEnd, next == constructEnd, filled - next <= longestText { return }
        next = filled
        return
      }
      if reportsText, next == constructEnd, open > next, open - next <= longestText {
        handler.text(bytes.part(next, open))
      }
      next = open
      guard open + 1 < filled else {
        if atEnd { next = filled }
        return
      }
      let progress: Bool
      switch bytes[open + 1] {
      case UInt8(ascii: "/"): progress = scanEndTag(atEnd: atEnd, into: &handler)
      case UInt8(ascii: "!"): progress = skipDeclaration(atEnd: atEnd)
      case UInt8(ascii: "?"): progress = skip(through: .instruction, after: 2, atEnd: atEnd)
      case let first where Self.beginsName(first):
        progress = scanStartTag(atEnd: atEnd, into: &handler)
      default:
        sawText = true
        next = open + 1
        continue
      }
      guard progress else { return }
      constructEnd = next
      sawText = false
    }
  }

  @inline(__always)
  private mutating func findOpening(from start: Int) -> Int? {
    let bytes = bytes
    var index = start
    // There is only white space between Apple's tags; only other text is reported.
    while index < bytes.count, bytes[index].isBlank { index += 1 }
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "<") { return index }
    sawText = true
    return bytes.firstIndex(of: UInt8(ascii: "<"), from: index)
  }

  /// Advances to the root's start tag; false if it is not in the window.
  private mutating func skipDoctype(atEnd: Bool) -> Bool {
    let length = root.utf8CodeUnitCount
    while let open = bytes.firstIndex(of: UInt8(ascii: "<"), from: next) {
      next = open
      guard open + 1 + length < filled else {
        if atEnd { next = filled }
        return false
      }
      let after = bytes[open + 1 + length]
      if bytes.part(open + 1, filled).hasPrefix(root),
        after.isBlank || after == UInt8(ascii: ">") || after == UInt8(ascii: "/")
      {
        phase = .content
        return true
      }
      next = open + 1
    }
    next = filled
    return false
  }

  /// Skips `<!…`, and in the prolog also a DOCTYPE.
  private mutating func skipDeclaration(atEnd: Bool) -> Bool {
    let rest = bytes.part(next, filled)
    if rest.hasPrefix("<!--") { return skip(through: .comment, after: 4, atEnd: atEnd) }
    if rest.hasPrefix("<![CDATA[") { return skip(through: .section, after: 9, atEnd: atEnd) }
    // Which of the three it is may not be in the window yet.
    guard rest.count >= 9 || atEnd else { return false }
    if rest.hasPrefix("<!DOCTYPE"), phase == .prolog {
      phase = .doctype
      next += 9
    } else {
      next += 2
    }
    return true
  }

  /// Skips a construct with its own terminator; if that is missing, only the opening is skipped.
  private mutating func skip(through terminator: XMLTerminator, after length: Int, atEnd: Bool) -> Bool {
    let limit = min(filled, next + longest)
    if let end = unterminated.end(of: terminator, from: next + length, in: bytes.part(0, limit)) {
      next = end
      return true
    }
    guard atEnd || limit - next == longest else { return false }
    next += min(length, filled - next)
    return true
  }

  /// The end of a file may truncate an end tag; the open element shows this to the handler.
  private mutating func scanEndTag(atEnd: Bool, into handler: inout some XMLTagHandler) -> Bool {
    let limit = min(filled, next + longest)
    var index = next + 2
    while index < limit, !Self.endsName(bytes[index]) { index += 1 }
    let nameEnd = index
    while index < limit, bytes[index].isBlank { index += 1 }
    guard index < limit || limit - next == longest else {
      if atEnd { next = filled }
      return false
    }
    handler.end(bytes.part(next + 2, nameEnd))
    next = index < limit && bytes[index] == UInt8(ascii: ">") ? index + 1 : index
    return true
  }

  private mutating func scanStartTag(atEnd: Bool, into handler: inout some XMLTagHandler) -> Bool {
    let start = next
    let limit = min(filled, start + longest)
    lines.advance(to: start, in: bytes)
    let outcome = readTag(at: start, before: limit)
    let name = bytes.part(start + 1, nameEnd)
    let position = lines.position(of: start, after: constructEnd, sawText: sawText)

    if case .complete(let end, let isEmpty) = outcome {
      if phase != .content, name.equals(root) { phase = .content }
      handler.start(
        XMLTag(
          name: name, attributes: UnsafeBufferPointer(start: attributes, count: attributeCount), isEmpty: isEmpty,
          position: position))
      next = end
      return true
    }
    let isCut = limit - start == longest
    if case .incomplete = outcome, !isCut, !atEnd { return false }
    if let resumed = resumption(after: start, before: limit, damage: outcome.damage) {
      handler.damaged(name, at: position)
      next = resumed
      return true
    }
    guard atEnd || isCut else { return false }
    if isCut {
      handler.damaged(name, at: position)
    } else {
      handler.truncated(name, at: position)
    }
    next = limit
    return true
  }
}
