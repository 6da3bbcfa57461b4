import Foundation
import HealthModel

/// Parses a predicate's format string: comparisons of HealthKit's key paths with values, joined by AND, OR and NOT.
///
///     predicate  := part { OR part }            part := term { AND term }
///     term       := NOT term | "(" predicate ")" | TRUEPREDICATE | FALSEPREDICATE | comparison
///     comparison := operand operator operand    operand := key path | value | "{" value { "," value } "}"
///     key path   := ( name | %K ) { "." ( name | %K ) }
struct PredicateFormat {
  /// An operand of a comparison.
  private enum Operand {
    case keyPath(String)
    case value(Any)
  }

  /// Why a format is not a valid predicate.
  struct Failure: Error {
    let reason: String
  }

  private let format: String
  private var tokens: ArraySlice<PredicateToken>
  private var arguments: ArraySlice<Any>
  /// The current nesting depth of negations, parentheses and lists.
  private var depth = 0

  /// Far more than in any real predicate; the limit keeps hostile text from overflowing the stack.
  private static let maximumDepth = 64

  /// The predicate for a format.
  ///
  /// - Throws: `Failure`.
  static func predicate(_ format: String, _ arguments: [Any]) throws -> NSPredicate {
    guard let tokens = PredicateToken.list(format) else { throw unreadable(format) }
    var reading = PredicateFormat(format: format, tokens: tokens[...], arguments: arguments[...])
    let predicate = try reading.disjunction()
    guard reading.tokens.isEmpty else { throw unreadable(format) }
    return predicate
  }

  /// The predicate for a format, or one that every query rejects if the format is invalid.
  static func made(_ format: String, _ arguments: [Any]) -> NSPredicate {
    do {
      return try predicate(format, arguments)
    } catch let failure as Failure {
      return FilterPredicate(.unreadable(failure.reason))
    } catch {
      return FilterPredicate(.unreadable("\(error)"))
    }
  }

  private static func unreadable(_ format: String) -> Failure {
    Failure(reason: "Unable to parse the format string \"\(format)\"")
  }

  private var unreadable: Failure { Self.unreadable(format) }

  // MARK: - Joining

  private mutating func disjunction() throws -> NSPredicate {
    var parts = [try conjunction()]
    while accept("OR", "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : NSCompoundPredicate(orPredicateWithSubpredicates: parts)
  }

  private mutating func conjunction() throws -> NSPredicate {
    var parts = [try term()]
    while accept("AND", "&&") { parts.append(try term()) }
    return parts.count == 1 ? parts[0] : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  private mutating func term() throws -> NSPredicate {
    try enterNesting()
    defer { depth -= 1 }
    if accept("NOT", "!") { return NSCompoundPredicate(notPredicateWithSubpredicate: try term()) }
    if accept("TRUEPREDICATE") { return FilterPredicate(.always) }
    if accept("FALSEPREDICATE") { return FilterPredicate(.never) }
    if accept("(") {
      let inner = try disjunction()
      guard accept(")") else { throw unreadable }
      return inner
    }
    return try comparison()
  }

  // MARK: - Comparing

  private mutating func comparison() throws -> NSPredicate {
    let left = try operand()
    guard let relation = PredicateRelation(tokens.popFirst()) else { throw unreadable }
    switch (left, try operand()) {
    case (.keyPath(let path), .value(let value)):
      return FilterPredicate(try PredicateKeyPath(path).content(relation, value))
    case (.value(let value), .keyPath(let path)):
      guard let relation = relation.flipped else { throw unreadable }
      return FilterPredicate(try PredicateKeyPath(path).content(relation, value))
    default:
      throw Failure(reason: "A comparison needs a key path and a value: \"\(format)\"")
    }
  }

  private mutating func operand() throws -> Operand {
    switch tokens.popFirst() {
    case .keyPathArgument:
      guard let path = arguments.popFirst() as? String else { throw unreadable }
      return .keyPath(try rest(ofKeyPath: path, isOpen: false))
    case .argument:
      guard let value = arguments.popFirst() else { throw unreadable }
      return .value(value)
    case .text(let text): return .value(text)
    case .number(let number): return .value(number)
    case .symbol("{"): return .value(try list())
    case .word(let word):
      switch word.uppercased() {
      case "NIL", "NULL": return .value(NSNull())
      case "YES", "TRUE": return .value(true)
      case "NO", "FALSE": return .value(false)
      default: return .keyPath(try rest(ofKeyPath: word, isOpen: word.hasSuffix(".")))
      }
    case .symbol, nil: throw unreadable
    }
  }

  /// A key path of which a part has been parsed.
  ///
  /// - Parameter isOpen: whether the part ends with the period before the next part.
  private mutating func rest(ofKeyPath first: String, isOpen: Bool) throws -> String {
    var path = first
    var isOpen = isOpen
    while true {
      if !isOpen {
        guard accept(".") else { return path }
        path += "."
      }
      switch tokens.popFirst() {
      case .keyPathArgument:
        guard let part = arguments.popFirst() as? String else { throw unreadable }
        path += part
        isOpen = false
      case .word(let part):
        path += part
        isOpen = part.hasSuffix(".")
      default: throw unreadable
      }
    }
  }

  private mutating func list() throws -> [Any] {
    try enterNesting()
    defer { depth -= 1 }
    var values: [Any] = []
    repeat {
      guard case .value(let value) = try operand() else { throw unreadable }
      values.append(value)
    } while accept(",")
    guard accept("}") else { throw unreadable }
    return values
  }

  private mutating func enterNesting() throws {
    guard depth < Self.maximumDepth else { throw unreadable }
    depth += 1
  }

  private mutating func accept(_ spellings: String...) -> Bool {
    switch tokens.first {
    case .word(let word) where spellings.contains(word.uppercased()),
      .symbol(let word) where spellings.contains(word):
      tokens.removeFirst()
      return true
    default: return false
    }
  }
}
