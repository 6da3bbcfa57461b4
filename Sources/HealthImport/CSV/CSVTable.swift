import FoundationEssentials

/// A text with rows of fields, as written by spreadsheets (RFC 4180), with a heading for each column.
///
/// Fields are separated by commas or semicolons, whichever is more frequent in the heading, and may be quoted.
package struct CSVTable {
  package struct Row {
    /// The line where it begins, from 1.
    package var line: Int
    package var fields: [String]
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  package let headings: [String]
  /// The position where the rows begin.
  private let start: Int
  private let startLine: Int

  /// The maximum size of the heading, in bytes.
  package static let headLength = 1 << 16
  private static let mostFields = 1_024
  private static let longestField = 1 << 17

  /// - Returns: nil for a text without a heading, or for binary data.
  package init?(_ bytes: [UInt8]) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let first = bytes.prefix(1 << 16).prefix { $0 != UInt8(ascii: "\n") }
    // Other kinds of text begin with a bracket.
    guard !first.contains(0), let mark = first.first, !Array("{[<".utf8).contains(mark) else { return nil }
    let commas = first.count { $0 == UInt8(ascii: ",") }
    let semicolons = first.count { $0 == UInt8(ascii: ";") }
    separator = semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
    self.bytes = bytes
    var index = hasMark ? 3 : 0
    var line = 1
    guard let heading = try? Self.row(bytes, &index, &line, separator: separator), heading.fields.count > 1 else {
      return nil
    }
    headings = heading.fields.map(Self.trimmed)
    start = index
    startLine = line
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
  /// - Throws: `FormatDamage` for an unterminated quote and for rows longer than in any spreadsheet, or the body's
  ///   error.
  package func forEachRow(_ body: (Row) throws -> Void) throws {
    var index = start
    var line = startLine
    while let row = try Self.row(bytes, &index, &line, separator: separator) {
      if row.fields.count == 1, row.fields[0].allSatisfy(\.isWhitespace) { continue }
      try body(row)
    }
  }

  /// nil at the end.
  private static func row(
    _ bytes: [UInt8], _ index: inout Int, _ line: inout Int, separator: UInt8
  ) throws(FormatDamage) -> Row? {
    guard index < bytes.count else { return nil }
    var row = Row(line: line, fields: [])
    var field: [UInt8] = []
    var isQuoted = false
    func end() throws(FormatDamage) {
      guard row.fields.count < mostFields, field.count <= longestField else {
        throw FormatDamage(reason: "line \(row.line) is too long")
      }
      row.fields.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            field.append(byte)
            index += 1
          } else {
            isQuoted = false
          }
        } else {
          if byte == UInt8(ascii: "\n") { line += 1 }
          field.append(byte)
          guard field.count <= longestField else {
            throw FormatDamage(reason: "the quote that begins on line \(row.line) is not closed")
          }
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
      } else if byte == separator {
        try end()
      } else if byte == UInt8(ascii: "\n") {
        line += 1
        if field.last == UInt8(ascii: "\r") { field.removeLast() }
        try end()
        return row
      } else {
        field.append(byte)
      }
    }
    guard !isQuoted else { throw FormatDamage(reason: "the quote that begins on line \(row.line) is not closed") }
    if field.last == UInt8(ascii: "\r") { field.removeLast() }
    try end()
    return row
  }

  package static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The number in a field, with a decimal point and optional commas between thousands.
  package static func number(_ field: String) -> Double? {
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
