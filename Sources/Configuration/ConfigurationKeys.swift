/// Finds the lines of keys in a TOML text. The parser of the package reports lines only for syntax errors.
///
/// The text must be well-formed: strings, comments and nested values are skipped, not validated.
struct ConfigurationKeys {
  /// The first line, from 1, of every table and key by its path. The path of a table in an array, such as `[[hook]]`,
  /// includes its index, from 0.
  private(set) var lines: [[String]: Int] = [:]
  /// The line of the first table whose name begins with an invalid character, nil if there is none. The parser of the
  /// package traps on such a name instead of throwing an error.
  private(set) var badTableLine: Int?

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var table: [String] = []
    var counts: [[String]: Int] = [:]
    while skipBlank() {
      let start = line
      if scalars[position] == "[" {
        advance()
        let isInArray = peek == "["
        if isInArray { advance() }
        while peek == " " || peek == "\t" { advance() }
        if let scalar = peek, !Self.canBeginName(scalar) {
          badTableLine = start
          return
        }
        table = path(until: "]")
        if isInArray {
          let name = table
          table.append(String(counts[name, default: 0]))
          counts[name, default: 0] += 1
        }
        while let scalar = peek, scalar != "\n" { advance(over: scalar) }
        note(table, start)
      } else {
        note(table + path(until: "="), start)
        skipValue()
      }
    }
  }

  private mutating func note(_ path: [String], _ line: Int) {
    for count in stride(from: 1, through: path.count, by: 1) {
      let prefix = Array(path.prefix(count))
      if lines[prefix] == nil { lines[prefix] = line }
    }
  }

  // MARK: - Scanning

  private static func canBeginName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "\"", "'": true
    default: false
    }
  }

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func advance() {
    if peek == "\n" { line += 1 }
    position += 1
  }

  /// Moves to the next key or table; false at the end.
  private mutating func skipBlank() -> Bool {
    while let scalar = peek {
      if scalar == "#" {
        skipComment()
      } else if scalar.properties.isWhitespace {
        advance()
      } else {
        return true
      }
    }
    return false
  }

  private mutating func skipComment() {
    while let scalar = peek, scalar != "\n" {
      _ = scalar
      advance()
    }
  }

  /// Consumes a dotted key with its terminator, and returns its parts.
  private mutating func path(until end: Unicode.Scalar) -> [String] {
    var parts = [""]
    while let scalar = peek, scalar != end, scalar != "\n" {
      switch scalar {
      case "\"", "'":
        let start = position + 1
        skipString()
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<max(start, position - 1)])
        parts[parts.count - 1] += String(text)
      case ".":
        parts.append("")
        advance()
      default:
        if !scalar.properties.isWhitespace { parts[parts.count - 1].unicodeScalars.append(scalar) }
        advance()
      }
    }
    if peek == end { advance() }
    return parts
  }

  /// Moves past one scalar, or past the whole string that it begins.
  private mutating func advance(over scalar: Unicode.Scalar) {
    if scalar == "\"" || scalar == "'" { skipString() } else { advance() }
  }

  private mutating func skipString() {
    let quote = scalars[position]
    let isLong = scalars[position...].prefix(3).allSatisfy { $0 == quote } && position + 2 < scalars.count
    let length = isLong ? 3 : 1
    for _ in 0..<length { advance() }
    while let scalar = peek {
      if scalar == "\\", quote == "\"" {
        advance()
        if peek != nil { advance() }
      } else if scalar == quote, scalars[position...].prefix(length).allSatisfy({ $0 == quote }) {
        for _ in 0..<length where peek != nil { advance() }
        return
      } else if scalar == "\n", !isLong {
        return
      } else {
        advance()
      }
    }
  }

  /// Moves to the end of a value, which may span several lines in brackets.
  private mutating func skipValue() {
    var depth = 0
    while let scalar = peek {
      switch scalar {
      case "\"", "'": skipString()
      case "#": skipComment()
      case "[", "{":
        depth += 1
        advance()
      case "]", "}":
        depth -= 1
        advance()
      case "\n":
        if depth <= 0 { return }
        advance()
      default: advance()
      }
    }
  }
}
