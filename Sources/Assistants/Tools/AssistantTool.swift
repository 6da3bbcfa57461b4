import HealthImport
import HealthModel

/// A question that a client may ask, with how it is described to a model.
protocol AssistantTool: Sendable {
  var name: String { get }
  var title: String { get }
  /// For a model that has never seen this program.
  var description: String { get }
  var parameters: [ToolParameter] { get }
  /// The main members of the structured answer, with their JSON types.
  var results: [ToolParameter] { get }
  var effect: ToolEffect { get }
  /// The page that a client may show beside an answer; nil for none.
  var page: String? { get }
  /// - Throws: `Refusal`, or the error of the store.
  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer
}

/// What a call of a tool does to the store.
enum ToolEffect: Sendable {
  case reads, adds, replaces
}

extension AssistantTool {
  var effect: ToolEffect { .reads }
  var page: String? { nil }

  func listing(_ revision: ProtocolRevision) -> JSONValue {
    var listing: JSONValue = ["name": .text(name)]
    if revision.hasStructuredContent { listing = listing.adding("title", .text(title)) }
    listing = listing.adding("description", .text(description))
    listing = listing.adding(
      "inputSchema", ToolParameter.schema(parameters).adding("additionalProperties", false))
    if revision.hasStructuredContent {
      listing = listing.adding("outputSchema", ToolParameter.schema([.sentence] + results, ofResults: true))
    }
    if let page { listing = listing.adding("_meta", ["ui": ["resourceUri": .text(page)]]) }
    return listing.adding(
      "annotations",
      [
        "title": .text(title), "readOnlyHint": .boolean(effect == .reads),
        "destructiveHint": .boolean(effect == .replaces), "idempotentHint": .boolean(effect == .reads),
        "openWorldHint": false,
      ])
  }
}

/// A member of a tool's arguments or of its answer.
struct ToolParameter: Sendable {
  enum Kind: Sendable {
    case text, choice([String]), whole(ClosedRange<Int>), flag, number, object, texts, table
  }

  let name: String
  let kind: Kind
  let description: String
  var isRequired = false

  init(_ name: String, _ kind: Kind, _ description: String = "", isRequired: Bool = false) {
    (self.name, self.kind, self.description, self.isRequired) = (name, kind, description, isRequired)
  }

  /// - Parameter isResult: results may be unknown, which is null; clients check them.
  private func schema(isResult: Bool) -> JSONValue {
    var schema: JSONValue =
      switch kind {
      case .text: ["type": "string"]
      case .choice(let words): ["type": "string", "enum": .strings(words)]
      case .whole(let range):
        ["type": "integer", "minimum": .count(range.lowerBound), "maximum": .count(range.upperBound)]
      case .flag: ["type": "boolean"]
      case .number: ["type": "number"]
      case .object: ["type": "object"]
      case .texts: ["type": "array", "items": ["type": "string"]]
      case .table: ["type": "array", "items": ["type": "array"]]
      }
    if isResult, !isRequired, case .text(let type) = schema["type"] {
      schema = .object([JSONValue.Member("type", .strings([type, "null"]))] + (schema.members ?? []).dropFirst())
    }
    if !description.isEmpty { schema = schema.adding("description", .text(description)) }
    return schema
  }

  /// The schema of an object with these members.
  static func schema(_ members: [ToolParameter], ofResults: Bool = false) -> JSONValue {
    var schema: JSONValue = ["type": "object"]
    if !members.isEmpty {
      schema = schema.adding(
        "properties", .object(members.map { JSONValue.Member($0.name, $0.schema(isResult: ofResults)) }))
    }
    let required = members.filter(\.isRequired).map(\.name)
    return required.isEmpty ? schema : schema.adding("required", .strings(required))
  }

  // MARK: - Common ones

  static let sentence = ToolParameter("answer", .text, "The answer in a sentence.", isRequired: true)
  static let period = ToolParameter(
    "period", .text,
    "A day or a range as people write it: yesterday, 2026-10, last month, last 30 days, this week, 2026-10-01 to "
      + "2026-10-14, all. Default: the last 7 days.")
  static let limit = ToolParameter(
    "limit", .whole(1...1_000), "The maximum number of rows. Default: as many as fit into about 2,000 tokens.")
  static let cursor = ToolParameter("cursor", .text, "The member more of the previous answer, for its next rows.")
  static let periodResult = ToolParameter(
    "period", .object, "from, to, zone, days and daysWithData: days without data are unknown, not 0.")
  static let rows: [ToolParameter] = [
    ToolParameter("columns", .texts), ToolParameter("rows", .table, "null is unknown, not 0."),
    ToolParameter("more", .text, "Present if there are more rows: pass it as cursor."),
  ]
}

/// The arguments of a call, checked against the parameters of the tool.
struct ToolArguments: Hashable, Sendable {
  private var values: [String: JSONValue]

  /// In bytes.
  static let longestText = 4_000

  /// - Throws: `Refusal` for an unknown, missing or malformed argument.
  init(_ arguments: JSONValue, _ parameters: [ToolParameter]) throws {
    var values: [String: JSONValue] = [:]
    for member in arguments.members ?? [] where member.value != .null {
      guard let parameter = parameters.first(where: { $0.name == member.key }) else {
        let known = parameters.map(\.name).joined(separator: ", ")
        throw Refusal(
          "There is no argument \(Untrusted.quoted(member.key)). "
            + (known.isEmpty ? "This tool has none." : "There are \(known)."))
      }
      values[member.key] = try parameter.checked(member.value)
    }
    for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
      throw Refusal("The argument \(parameter.name) is missing: \(parameter.description)")
    }
    self.values = values
  }

  func text(_ name: String) -> String? { values[name]?.text }
  func whole(_ name: String) -> Int? { values[name]?.whole }
  func flag(_ name: String) -> Bool { values[name]?.boolean ?? false }

  func without(_ name: String) -> ToolArguments {
    var arguments = self
    arguments.values[name] = nil
    return arguments
  }
}

extension JSONValue {
  /// A number as a person would type it. Three digits after the point might be taken for thousands; more are not.
  fileprivate var amount: String? {
    switch self {
    case .whole(let value): "\(value)"
    case .number(let value): value.shortText + "0000"
    default: nil
    }
  }
}

extension ToolParameter {
  fileprivate func checked(_ value: JSONValue) throws -> JSONValue {
    switch kind {
    case .text:
      // Models also write amounts as numbers.
      guard let text = value.text ?? value.amount, !text.isEmpty, text.utf8.count <= ToolArguments.longestText else {
        throw Refusal(
          "The argument \(name) must be a text of at most \(ToolArguments.longestText) bytes: \(description)")
      }
      return .text(text)
    case .choice(let words):
      guard let text = value.text, let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
        throw Refusal("The argument \(name) must be one of \(words.joined(separator: ", ")).")
      }
      return .text(word)
    case .whole(let range):
      // Some clients write numbers as texts.
      guard let number = value.whole ?? value.text.flatMap(Int.init), range.contains(number) else {
        throw Refusal(
          "The argument \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
      }
      return .count(number)
    case .flag:
      guard let flag = value.boolean else { throw Refusal("The argument \(name) must be true or false.") }
      return .boolean(flag)
    case .number, .object, .texts, .table: return value
    }
  }
}

/// Why a question has no answer, and what to ask instead: for the model, not an error of the program.
struct Refusal: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
