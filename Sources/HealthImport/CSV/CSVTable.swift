import FoundationEssentials

/// A text with rows of fields, as written by spreadsheets (RFC 4180), with a heading for each column.
///
/// Fields are separated by commas or semicolons, whichever is more frequent in the heading, and may be quoted.
package struct CSVTable {
  package struct Row {
    /// The line where it begins, from 1.
    package fileprivate(set) var line = 0
    package fileprivate(set) var fields = Fields()
  }

  /// The fields of a row. Each becomes a text only when it is asked for.
  package struct Fields: RandomAccessCollection {
    fileprivate var bytes: [UInt8] = []
    /// The ends of the fields in the bytes.
    fileprivate var ends: [Int] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.count }

    package subscript(position: Int) -> String { withBytes(position) { String(decoding: $0, as: UTF8.self) } }

    /// Passes the bytes of a field to the body.
    package func withBytes<Result>(
      _ position: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      try bytes.withUnsafeBytes { try body($0.part(position == 0 ? 0 : ends[position - 1], ends[position])) }
    }
  }

  private let open: () throws -> any ByteSource
  private let separator: UInt8
  package let headings: [String]

  /// The maximum size of the heading, in bytes.
  package static let headLength = 1 << 16
  private static let mostFields = 1_024
  private static let longestField = 1 << 17

  /// - Returns: nil for a text without a heading, or for binary data.
  package init?(_ bytes: [UInt8]) {
    self.init(head: bytes) { BytesSource(bytes) }
  }

  /// The table in a file, which is read row by row.
  ///
  /// - Throws: `FormatDamage` for a text without a heading, or for binary data.
  package init(_ file: OfferedFile) throws {
    guard let table = CSVTable(head: file.head(Self.headLength), open: { try file.source() }) else {
      throw FormatDamage(reason: "\(file.name) has no heading")
    }
    self = table
  }

  private init?(head: [UInt8], open: @escaping () throws -> any ByteSource) {
    let first = head.prefix(Self.headLength).prefix { $0 != UInt8(ascii: "\n") }
    // Other kinds of text begin with a bracket.
    guard !first.contains(0), let mark = first.first, !Array("{[<".utf8).contains(mark) else { return nil }
    let commas = first.count { $0 == UInt8(ascii: ",") }
    let semicolons = first.count { $0 == UInt8(ascii: ";") }
    separator = semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
    self.open = open
    var cursor = ByteCursor(BytesSource(head), chunk: head.count)
    var line = 1
    var heading = Row()
    guard (try? Self.readHeading(&heading, &cursor, &line, separator: separator)) == true, heading.fields.count > 1
    else {
      return nil
    }
    headings = heading.fields.map(Self.trimmed)
  }

  /// The index of a column, ignoring the case of its heading.
  package func column(_ names: String...) -> Int? {
    for name in names {
      if let index = headings.firstIndex(where: { $0.lowercased() == name.lowercased() }) { return index }
    }
    return nil
  }

  /// Calls the body with each row that is not empty.
  ///
  /// - Throws: `FormatDamage` for an unterminated quote and for rows longer than in any spreadsheet, `ImportError` if it
  ///   cannot be read, or the body's error.
  package func forEachRow(_ body: (Row) throws -> Void) throws {
    var cursor = ByteCursor(try open())
    var line = 1
    var row = Row()
    _ = try Self.readHeading(&row, &cursor, &line, separator: separator)
    while try Self.read(&row, &cursor, &line, separator: separator) {
      if row.fields.count == 1, row.fields[0].allSatisfy(\.isWhitespace) { continue }
      try body(row)
    }
  }

  /// The first row, without a byte order mark.
  private static func readHeading(
    _ row: inout Row, _ cursor: inout ByteCursor, _ line: inout Int, separator: UInt8
  ) throws -> Bool {
    if try cursor.peek() == 0xEF { _ = try cursor.take(3) }
    return try read(&row, &cursor, &line, separator: separator)
  }

  /// - Returns: false at the end.
  private static func read(
    _ row: inout Row, _ cursor: inout ByteCursor, _ line: inout Int, separator: UInt8
  ) throws -> Bool {
    let (quote, newline) = (UInt8(ascii: "\""), UInt8(ascii: "\n"))
    guard try cursor.peek() != nil else { return false }
    let first = line
    row.line = first
    row.fields.bytes.removeAll(keepingCapacity: true)
    row.fields.ends.removeAll(keepingCapacity: true)
    func notClosed() -> FormatDamage {
      FormatDamage(reason: "the quote that begins on line \(first) is not closed")
    }
    while true {
      let begin = row.fields.bytes.count
      if try cursor.peek() == quote {
        _ = try cursor.next()
        while true {
          let start = row.fields.bytes.count
          guard let byte = try cursor.peek(), start - begin <= longestField else { throw notClosed() }
          if byte != quote {
            cursor.append(to: &row.fields.bytes) { $0 == quote }
            line += row.fields.bytes[start...].count { $0 == newline }
            continue
          }
          _ = try cursor.next()
          guard try cursor.peek() == quote else { break }
          _ = try cursor.next()
          row.fields.bytes.append(quote)
        }
      }
      while let byte = try cursor.peek(), byte != separator, byte != newline {
        cursor.append(to: &row.fields.bytes) { $0 == separator || $0 == newline }
        guard row.fields.bytes.count - begin <= longestField else {
          throw FormatDamage(reason: "line \(first) is too long")
        }
      }
      let end = try cursor.next()
      if end != separator, row.fields.bytes.count > begin, row.fields.bytes.last == UInt8(ascii: "\r") {
        row.fields.bytes.removeLast()
      }
      guard row.fields.count < mostFields else { throw FormatDamage(reason: "line \(first) is too long") }
      row.fields.ends.append(row.fields.bytes.count)
      if end == newline { line += 1 }
      if end != separator { return true }
    }
  }

  /// The number in a field of this table. Where semicolons separate the fields, a comma is the decimal mark.
  package func number(_ field: String) -> Double? {
    guard separator == UInt8(ascii: ";"), field.contains(",") else { return Self.number(field) }
    return Self.number(String(field.filter { $0 != "." }.map { $0 == "," ? "." : $0 }))
  }

  package static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The number in a field, with a decimal point and optional commas between thousands.
  package static func number(_ field: String) -> Double? {
    var field = field
    if let usual = field.withUTF8({ NumberParser.double(UnsafeRawBufferPointer($0)) }) { return usual }
    let plain = field.utf8.filter { $0 != UInt8(ascii: ",") && !$0.isBlank }
    return plain.withUnsafeBytes { NumberParser.double($0) }
  }

  /// Splits a heading into the name and the text in its last brackets: `Heart Rate [Avg] (count/min)`.
  package static func parts(of heading: String) -> (name: String, part: String?, unit: String) {
    var name = heading[...]
    func cut(_ open: Character, _ close: Character) -> String? {
      guard name.last == close, let start = name.lastIndex(of: open) else { return nil }
      let inside = name[name.index(after: start)..<name.index(before: name.endIndex)]
      name = name[..<start]
      while name.last?.isWhitespace == true { name.removeLast() }
      return String(inside)
    }
    let unit = cut("(", ")") ?? ""
    let part = cut("[", "]")
    return (String(name), part, unit)
  }
}
