extension TOMLTable {
  /// Parses a TOML 1.0 document.
  ///
  /// - Throws: the first mistake.
  /// - Complexity: O(*n*) in the length of the text.
  package static func parse(_ text: String) throws(TOMLError) -> TOMLTable {
    var parser = TOMLParser(text)
    return try parser.document()
  }
}

/// Reads a document byte by byte.
///
/// Everything that TOML forbids is an error, so that no mistake changes the meaning of a configuration. Names and values
/// are at most `deepest` levels deep, which bounds the recursion.
struct TOMLParser {
  private static let deepest = 64

  let bytes: [UInt8]
  var position = 0
  private(set) var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  // MARK: - Bytes

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  func isNext(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  /// Consumes a byte if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let peek, UInt32(peek) == character.value else { return false }
    position += 1
    return true
  }

  func error(_ reason: String) -> TOMLError { TOMLError(line: line, reason: reason) }

  mutating func skipBlanks() {
    while let peek, peek == 0x20 || peek == 0x09 { position += 1 }
  }

  /// Consumes a line break; false if none is next.
  mutating func takeLineBreak() -> Bool {
    guard isNext("\n") || isNext("\r\n") else { return false }
    position += isNext("\n") ? 1 : 2
    line += 1
    return true
  }

  private mutating func skipComment() throws(TOMLError) {
    guard take("#") else { return }
    while let peek, !isNext("\n"), !isNext("\r\n") {
      guard Self.isPrintable(peek) else { throw error("a comment contains a control character") }
      position += 1
    }
  }

  /// Consumes blanks and a comment up to the end of the line.
  private mutating func endLine() throws(TOMLError) {
    skipBlanks()
    try skipComment()
    guard peek == nil || takeLineBreak() else { throw error("something follows the value") }
  }

  /// Consumes blanks, comments and line breaks.
  private mutating func skipLines() throws(TOMLError) {
    repeat {
      skipBlanks()
      try skipComment()
    } while takeLineBreak()
  }

  static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  // MARK: - Tables

  mutating func document() throws(TOMLError) -> TOMLTable {
    let root = TOMLTable(.header)
    var table = root
    while true {
      try skipLines()
      guard peek != nil else { return root }
      if take("[") {
        table = try header(in: root)
      } else {
        try assign(in: table, depth: 0)
      }
      try endLine()
    }
  }

  /// The rest of `[name]` or `[[name]]`.
  private mutating func header(in root: TOMLTable) throws(TOMLError) -> TOMLTable {
    let start = line
    let isInArray = take("[")
    let path = try name()
    guard take("]"), !isInArray || take("]") else { throw error("the name of a table is not closed") }
    var table = root
    for part in path.dropLast() {
      if let last = table.headerArrays[part]?.tables.last?.table {
        table = last
        continue
      }
      guard let known = table[part] else {
        let next = TOMLTable(.implied)
        table[part] = TOMLValue(content: .table(next), line: start)
        table = next
        continue
      }
      guard let last = known.table, last.origin != .inline else {
        throw error("\(part) is not a table that can be extended")
      }
      table = last
    }
    guard let key = path.last else { throw error("a name is missing") }
    let new = TOMLTable(.header)
    let value = TOMLValue(content: .table(new), line: start)
    if isInArray {
      guard table.append(value, to: key) else { throw error("\(key) is not an array of tables") }
      return new
    }
    guard let known = table[key] else {
      table[key] = value
      return new
    }
    guard let table = known.table, table.origin == .implied else { throw error("\(key) is defined twice") }
    table.origin = .header
    return table
  }

  /// `name = value`.
  private mutating func assign(in table: TOMLTable, depth: Int) throws(TOMLError) {
    let start = line
    let path = try name()
    guard take("=") else { throw error("a name has no value") }
    var table = table
    for part in path.dropLast() {
      guard let known = table[part] else {
        let next = TOMLTable(.dotted)
        table[part] = TOMLValue(content: .table(next), line: start)
        table = next
        continue
      }
      guard let next = known.table, next.origin == .dotted else { throw error("\(part) is defined twice") }
      table = next
    }
    guard let key = path.last, table[key] == nil else { throw error("\(path.last ?? "") is defined twice") }
    skipBlanks()
    table[key] = TOMLValue(content: try value(depth: depth), line: start)
  }

  /// A name of one or more parts, with the blanks around it.
  private mutating func name() throws(TOMLError) -> [String] {
    var parts: [String] = []
    repeat {
      skipBlanks()
      guard parts.count < Self.deepest else { throw error("a name has too many parts") }
      parts.append(try part())
      skipBlanks()
    } while take(".")
    return parts
  }

  private mutating func part() throws(TOMLError) -> String {
    if isNext("\"\"\"") || isNext("'''") { throw error("a name cannot have several lines") }
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") { return try string() }
    let start = position
    while let peek, Self.isBare(peek) { position += 1 }
    guard position > start else { throw error("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(TOMLError) -> TOMLValue.Content {
    guard depth < Self.deepest else { throw error("values are nested too deeply") }
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "{"): return .table(try inlineTable(depth: depth + 1))
    default: break
    }
    let start = position
    skipWord()
    // A blank may separate a date from its time.
    if position - start == 10, isNext(" "), position + 1 < bytes.count, TOMLScalar.isDigit(bytes[position + 1]),
      TOMLScalar.isDate(bytes[start..<position])
    {
      position += 1
      skipWord()
    }
    guard position > start else { throw error("a value is missing") }
    guard let content = TOMLScalar.content(bytes[start..<position]) else {
      let text = String(decoding: bytes[start..<position].prefix(40), as: UTF8.self)
      throw error("\(text) is not a value")
    }
    return content
  }

  private mutating func skipWord() {
    while let peek, Self.isBare(peek) || "+.:".utf8.contains(peek) { position += 1 }
  }

  private mutating func array(depth: Int) throws(TOMLError) -> [TOMLValue] {
    var values: [TOMLValue] = []
    position += 1
    while true {
      try skipLines()
      if take("]") { return values }
      let start = line
      values.append(TOMLValue(content: try value(depth: depth), line: start))
      try skipLines()
      if take("]") { return values }
      guard take(",") else { throw error("an array is not closed") }
    }
  }

  private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
    let table = TOMLTable(.inline)
    position += 1
    skipBlanks()
    if take("}") { return table }
    while true {
      try assign(in: table, depth: depth)
      skipBlanks()
      if take("}") { return table }
      guard take(",") else { throw error("a table in braces is not closed") }
    }
  }
}
