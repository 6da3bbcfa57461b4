import FoundationEssentials

/// A condition on one field of a sample's content.
///
/// A missing field, or one of another kind, matches no condition.
package struct ContentTest: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case number(Double)
    case text(String)
    case flag(Bool)
  }

  package enum Condition: Hashable, Sendable {
    /// Compares the field; texts and flags are only equal or not equal.
    case compares(Comparison, Value)
    /// The field is a list that contains this value.
    case holds(Value)
  }

  package var field: String
  package var condition: Condition

  package init(_ field: String, _ condition: Condition) {
    self.field = field
    self.condition = condition
  }

  /// Whether a content, as JSON, has a field that matches.
  package func matches(json: String) -> Bool {
    guard let fields = try? JSONDecoder().decode([String: Field].self, from: Data(json.utf8)), let mine = fields[field]
    else { return false }
    switch (mine, condition) {
    case (.value(.number(let mine)), .compares(let comparison, .number(let theirs))): return comparison(mine, theirs)
    case (.value(let mine), .compares(.equal, let theirs)): return mine == theirs
    case (.value(let mine), .compares(.notEqual, let theirs)): return mine != theirs
    case (.list(let values), .holds(let value)): return values.contains(.value(value))
    default: return false
    }
  }

  /// A field of any kind.
  private enum Field: Decodable, Hashable {
    case value(Value)
    case list([Field])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .value(.flag(flag))
      } else if let number = try? container.decode(Double.self) {
        self = .value(.number(number))
      } else if let text = try? container.decode(String.self) {
        self = .value(.text(text))
      } else if let list = try? container.decode([Field].self) {
        self = .list(list)
      } else {
        self = .other
      }
    }
  }
}

extension SampleFilter {
  /// A condition on the content of samples.
  package static func content(_ field: String, _ condition: ContentTest.Condition) -> SampleFilter {
    .metadata(MetadataTest(key: MetadataKey.content, condition: .content(ContentTest(field, condition))))
  }
}
