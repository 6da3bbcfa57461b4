import HealthModel
import Presentation

/// A syntax error in a template, and its position.
package struct StatusTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// `{move.percnt}`
    case unknownField(String)
    /// `{?opened}`
    case unknownCondition(String)
    /// `{move.percent` without a closing brace.
    case unclosedBrace
    /// A `}` without an opening brace.
    case strayBrace
    /// `{?closed}` without `{/}`.
    case unclosedCondition(String)
    /// `{:}` or `{/}` outside a condition, or a second `{:}`.
    case strayMark(String)
    /// Conditions nested too deeply.
    case tooDeep
  }

  package var code: Code
  /// The character at which the error begins; the first is 1.
  package var position: Int

  package init(code: Code, position: Int) {
    self.code = code
    self.position = position
  }

  /// A sentence for the user.
  package var description: String {
    "The template \(errorMessage)."
  }

  private var errorMessage: String {
    let place = "at character \(position)"
    switch code {
    case .unknownField(let name):
      let shown = StatusText(name).clipped(to: 40, ellipsis: "...").plain
      return "has an unknown field {\(shown)} \(place); \(Self.choice(of: name))"
    case .unknownCondition(let name):
      let shown = StatusText(name).clipped(to: 40, ellipsis: "...").plain
      let plain = StatusCondition.plainNames.map(\.name).joined(separator: ", ")
      return
        "has an unknown condition {?\(shown)} \(place); there are \(plain), and closed, goal, data and default for each ring, "
        + "such as {?move.closed}"
    case .unclosedBrace:
      return "has an unclosed brace \(place); a literal brace is written {{"
    case .strayBrace:
      return "has an unmatched closing brace \(place); a literal brace is written }}"
    case .unclosedCondition(let name):
      return "has {?\(name)} \(place) without a matching {/}"
    case .strayMark(let mark):
      return "has \(mark) \(place) without a condition before it"
    case .tooDeep:
      return "nests conditions more than \(StatusTemplateParser.deepest) deep \(place)"
    }
  }

  /// The valid names: the fields of the named ring, otherwise all names.
  private static func choice(of name: String) -> String {
    let fields = StatusField.RingField.allCases.map(\.rawValue).joined(separator: ", ")
    if let ring = Ring.allCases.first(where: { name.hasPrefix($0.key + ".") }) {
      return "\(ring.key) has \(fields)"
    }
    let plain = StatusField.plainNames.map(\.name).joined(separator: ", ")
    return "there are \(plain), and for move, exercise and stand \(fields)"
  }
}
