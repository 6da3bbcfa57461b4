/// A token of a predicate's format string.
enum PredicateToken: Equatable {
  /// A key path or a keyword.
  case word(String)
  /// A quoted string.
  case text(String)
  case number(Double)
  /// `==`, `&&`, `(` and so on.
  case symbol(String)
  /// A placeholder for an argument: `%K` is for a key path, the others for values.
  case keyPathArgument
  case argument

  /// The tokens of a format string, nil if it is malformed.
  static func list(_ format: String) -> [PredicateToken]? {
    var tokens: [PredicateToken] = []
    var rest = Substring(format)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if let token = next(&rest, first) {
        tokens.append(token)
      } else {
        return nil
      }
    }
    return tokens
  }

  private static func next(_ rest: inout Substring, _ first: Character) -> PredicateToken? {
    switch first {
    case "%": return argument(&rest)
    case "'", "\"": return quoted(&rest, first)
    case "." where joinsKeyPath(rest.dropFirst().first):
      rest.removeFirst()
      return .symbol(".")
    case "0"..."9", ".", "-": return number(&rest)
    case _ where first.isLetter || first == "_": return word(&rest)
    default:
      // Longer ones first: `<=` is not `<` and `=`.
      let known = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "<", ">", "=", "!", "(", ")", "{", "}", ","]
      guard let symbol = known.first(where: { rest.hasPrefix($0) }) else { return nil }
      rest.removeFirst(symbol.count)
      return .symbol(symbol)
    }
  }

  /// Whether a period before the character separates two parts of a key path, rather than starting a number.
  private static func joinsKeyPath(_ next: Character?) -> Bool {
    next.map { $0 == "%" || $0 == "_" || $0.isLetter } ?? false
  }

  private static func argument(_ rest: inout Substring) -> PredicateToken? {
    rest.removeFirst()
    if rest.first == "K" {
      rest.removeFirst()
      return .keyPathArgument
    }
    // printf's length modifiers, which are ignored because arguments are typed.
    while let width = rest.first, "lhqztj".contains(width) { rest.removeFirst() }
    guard let kind = rest.first, "@dDiuUxXoOfFeEgGaA".contains(kind) else { return nil }
    rest.removeFirst()
    return .argument
  }

  private static func quoted(_ rest: inout Substring, _ quote: Character) -> PredicateToken? {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return .text(text) }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      text.append(escaped)
    }
    return nil
  }

  private static func number(_ rest: inout Substring) -> PredicateToken? {
    var digits = ""
    while let digit = rest.first, digit.isNumber || digit == "." || "eE".contains(digit) || "+-".contains(digit) {
      // A sign is at the start, or after the letter of an exponent.
      if "+-".contains(digit), let last = digits.last, !"eE".contains(last) { break }
      digits.append(rest.removeFirst())
    }
    return Double(digits).map { .number($0) }
  }

  private static func word(_ rest: inout Substring) -> PredicateToken {
    var word = ""
    while let character = rest.first, character.isLetter || character.isNumber || "_.-".contains(character) {
      word.append(rest.removeFirst())
    }
    return .word(word)
  }
}
