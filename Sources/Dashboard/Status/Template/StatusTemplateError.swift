import HealthModel

/// What is wrong with a template, and where.
package struct StatusTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// `{move.percnt}`
    case unknownField(String)
    /// `{?opened}`
    case unknownCondition(String)
    /// `{move.percent` without an end.
    case unclosedBrace
    /// A `}` that ends nothing.
    case strayBrace
    /// `{?closed}` without `{/}`.
    case unclosedCondition(String)
    /// `{:}` or `{/}` outside of a condition, or a second `{:}`.
    case strayMark(String)
    /// Conditions inside conditions beyond every use.
    case tooDeep
  }

  package var code: Code
  /// The character that the mistake begins at; the first is 1.
  package var position: Int

  package init(code: Code, position: Int) {
    self.code = code
    self.position = position
  }

  /// One sentence for the user.
  package var description: String {
    "The template \(complaint)."
  }

  private var complaint: String {
    let place = "at character \(position)"
    switch code {
    case .unknownField(let name):
      let shown = StatusText(name).clipped(to: 40, ellipsis: "...").plain
      return "has an unknown field {\(shown)} \(place); \(Self.choice(of: name))"
    case .unknownCondition(let name):
      let shown = StatusText(name).clipped(to: 40, ellipsis: "...").plain
      let plain = StatusCondition.plainNames.map(\.name).joined(separator: ", ")
      return
        "asks for the unknown {?\(shown)} \(place); there are \(plain), and closed, goal and default of each ring, "
        + "such as {?move.closed}"
    case .unclosedBrace:
      return "opens a brace \(place) and never closes it; a literal brace is written {{"
    case .strayBrace:
      return "closes a brace \(place) that was never opened; a literal brace is written }}"
    case .unclosedCondition(let name):
      return "begins {?\(name)} \(place) and never ends it with {/}"
    case .strayMark(let mark):
      return "has \(mark) \(place) without a condition before it"
    case .tooDeep:
      return "nests its conditions more than \(StatusTemplateParser.deepest) deep \(place)"
    }
  }

  /// What could have been meant: the fields of the ring that was named, else all names.
  private static func choice(of name: String) -> String {
    let fields = StatusField.RingField.allCases.map(\.rawValue).joined(separator: ", ")
    if let ring = Ring.allCases.first(where: { name.hasPrefix($0.key + ".") }) {
      return "\(ring.key) has \(fields)"
    }
    let plain = StatusField.plainNames.map(\.name).joined(separator: ", ")
    return "there are \(plain), and of move, exercise and stand \(fields)"
  }
}
