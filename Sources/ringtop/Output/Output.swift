import Foundation

/// Writing to standard output.
enum Output {
  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  static func line(_ text: String) {
    write(text + "\n")
  }

  /// One JSON value on one line, its keys sorted so that the same data give the same bytes.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// An array with one element a line: whole for a parser, readable for a person, good for `grep`.
  static func jsonArray(_ values: [some Encodable]) throws -> String {
    let lines = try values.map { try json($0) }
    return "[" + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]\n"
  }
}
