/// A value of a TOML document, with the line of its key.
package struct TOMLValue {
  package enum Content {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both, as written.
    case date(String)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  package var content: Content
  /// Starts at 1: of the key, of the table's header, or of an array's element.
  package var line: Int

  package init(content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  package var string: String? { if case .string(let text) = content { text } else { nil } }
  package var int: Int? { if case .integer(let number) = content { number } else { nil } }
  package var double: Double? { if case .float(let number) = content { number } else { nil } }
  package var bool: Bool? { if case .boolean(let flag) = content { flag } else { nil } }
  package var array: [TOMLValue]? { if case .array(let values) = content { values } else { nil } }
  package var table: TOMLTable? { if case .table(let table) = content { table } else { nil } }
}

/// Keys and values in the order of the document.
package final class TOMLTable {
  /// How a table came into being, which determines what may be added to it later.
  enum Origin {
    /// A part of the name of a header, such as `a` in `[a.b]`.
    case implied
    case header
    /// A dotted key.
    case dotted
    /// `{ … }`, which is complete.
    case inline
  }

  var origin: Origin
  package private(set) var keys: [String] = []
  private var values: [String: TOMLValue] = [:]

  init(_ origin: Origin) {
    self.origin = origin
  }

  /// Nil if there is no such key.
  package internal(set) subscript(key: String) -> TOMLValue? {
    get { values[key] ?? headerArrays[key].map { TOMLValue(content: .array($0.tables), line: $0.line) } }
    set {
      if self[key] == nil { keys.append(key) }
      values[key] = newValue
    }
  }

  /// The tables of headers such as `[[name]]`; an object, so that each is added in constant time.
  final class HeaderArray {
    var tables: [TOMLValue] = []
    let line: Int

    init(line: Int) {
      self.line = line
    }
  }

  private(set) var headerArrays: [String: HeaderArray] = [:]

  /// Adds a table to the array with this name; false if the name is taken by something else.
  func append(_ table: TOMLValue, to key: String) -> Bool {
    guard values[key] == nil else { return false }
    let array = headerArrays[key] ?? HeaderArray(line: table.line)
    if headerArrays.updateValue(array, forKey: key) == nil { keys.append(key) }
    array.tables.append(table)
    return true
  }
}

/// Why a text is not a TOML document.
package struct TOMLError: Error, Hashable {
  /// Starts at 1.
  package let line: Int
  /// The reason in a few words, such as "a value is missing".
  package let reason: String
}
