/// Parses a template from left to right, without backtracking or recursion.
struct StatusTemplateParser {
  /// Deeper than any realistic template, and far below the limit of the stack.
  static let deepest = 16

  private typealias Node = StatusTemplate.Node

  /// An open condition.
  private struct Open {
    var name: String
    /// Index of its brace.
    var start: Int
    var condition: StatusCondition
    var negated: Bool
    /// The nodes before it, one level up.
    var outer: [Node]
    /// The first text, once `{:}` has begun the second.
    var holds: [Node]?
  }

  private let characters: [Character]
  private var index = 0
  private var nodes: [Node] = []
  private var literal = ""
  private var open: [Open] = []

  init(_ text: String) {
    // By scalars: a combining mark after a brace must not hide it.
    characters = text.unicodeScalars.map(Character.init)
  }

  mutating func parse() throws(StatusTemplateError) -> [StatusTemplate.Node] {
    while index < characters.count {
      let character = characters[index]
      if character == "{" || character == "}" {
        if index + 1 < characters.count, characters[index + 1] == character {
          literal.append(character)
          index += 2
        } else if character == "{" {
          try readTag()
        } else {
          throw error(.strayBrace, at: index)
        }
      } else {
        literal.append(character)
        index += 1
      }
    }
    endLiteral()
    if let first = open.first {
      throw error(.unclosedCondition(first.name), at: first.start)
    }
    return nodes
  }

  private func error(_ code: StatusTemplateError.Code, at index: Int) -> StatusTemplateError {
    // Counted in characters, as users do, although it is parsed by scalars.
    StatusTemplateError(code: code, position: String(characters[..<index]).count + 1)
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    nodes.append(.literal(literal))
    literal = ""
  }

  /// Parses `{...}` at the index and moves past it.
  private mutating func readTag() throws(StatusTemplateError) {
    let start = index
    guard let end = characters[(start + 1)...].firstIndex(where: { $0 == "}" || $0 == "{" }), characters[end] == "}"
    else {
      throw error(.unclosedBrace, at: start)
    }
    let name = String(characters[(start + 1)..<end])
    endLiteral()
    index = end + 1
    switch name {
    case ":": try beginOtherwise(at: start)
    case "/": try endCondition(at: start)
    case _ where name.hasPrefix("?"): try beginCondition(String(name.dropFirst()), at: start)
    default:
      guard let field = StatusField(name) else { throw error(.unknownField(name), at: start) }
      nodes.append(.field(field))
    }
  }

  private mutating func beginCondition(_ name: String, at start: Int) throws(StatusTemplateError) {
    let negated = name.hasPrefix("!")
    guard let condition = StatusCondition(negated ? String(name.dropFirst()) : name) else {
      throw error(.unknownCondition(name), at: start)
    }
    guard open.count < Self.deepest else { throw error(.tooDeep, at: start) }
    open.append(Open(name: name, start: start, condition: condition, negated: negated, outer: nodes))
    nodes = []
  }

  private mutating func beginOtherwise(at start: Int) throws(StatusTemplateError) {
    guard let last = open.indices.last, open[last].holds == nil else { throw error(.strayMark("{:}"), at: start) }
    open[last].holds = nodes
    nodes = []
  }

  private mutating func endCondition(at start: Int) throws(StatusTemplateError) {
    guard let ended = open.popLast() else { throw error(.strayMark("{/}"), at: start) }
    let node = Node.conditional(
      ended.condition, negated: ended.negated, holds: ended.holds ?? nodes, otherwise: ended.holds == nil ? [] : nodes)
    nodes = ended.outer + [node]
  }
}
