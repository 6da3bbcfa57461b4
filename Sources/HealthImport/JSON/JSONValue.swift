/// A JSON value as a tree, for short texts whose shape is not known before they are read.
package enum JSONValue: Hashable, Sendable {
  /// A member of an object; objects keep the order of their members.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  case null
  case boolean(Bool)
  /// A number that is written as a whole number of 64 bits.
  case whole(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([Member])

  /// Reads a text that is one JSON value, by the rules and limits of `JSONReader`.
  ///
  /// - Parameter mostValues: the maximum number of values in it.
  /// - Throws: `JSONError`.
  package init(parsing bytes: [UInt8], mostValues: Int) throws {
    var reader = JSONReader(JSONInput(bytes: bytes))
    try self.init(&reader, mostValues: mostValues)
    try reader.end()
  }

  /// Reads the next value of a longer text.
  ///
  /// - Parameter mostValues: the maximum number of values in it.
  /// - Throws: `JSONError`.
  package init(_ reader: inout JSONReader, mostValues: Int) throws {
    var left = mostValues
    self = try Self.read(&reader, &left)
  }

  private static func read(_ reader: inout JSONReader, _ left: inout Int) throws -> JSONValue {
    left -= 1
    guard left >= 0 else { throw reader.failure("has too many values") }
    switch try reader.kind() {
    case .null:
      try reader.null()
      return .null
    case .boolean: return .boolean(try reader.boolean())
    case .number:
      let (value, whole) = try reader.exactNumber()
      return whole.map { .whole($0) } ?? .number(value)
    case .text: return .text(try reader.text())
    case .array:
      var elements: [JSONValue] = []
      try reader.array { reader, _ in elements.append(try read(&reader, &left)) }
      return .array(elements)
    case .object:
      var members: [Member] = []
      try reader.object { reader, key in members.append(Member(key, try read(&reader, &left))) }
      return .object(members)
    }
  }

  /// The value of a member, the last one of that key; nil for other kinds of values.
  package subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A whole number, also if it is written as `7.0`.
  package var whole: Int? {
    switch self {
    case .whole(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .whole(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
