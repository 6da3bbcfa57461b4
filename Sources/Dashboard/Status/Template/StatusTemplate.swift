import HealthModel

/// A status line in the user's own words, such as `{move.glyph} {move.percent}%{?closed} all closed{/}`.
///
/// | written | stands for |
/// |---|---|
/// | `{move.percent}` | value in per cent of the goal, rounded down, without the sign |
/// | `{move.value}` `{move.goal}` | whole kilocalories, minutes or hours, rounded down |
/// | `{move.left}` | what is missing to the goal, rounded up; 0 once closed |
/// | `{move.unit}` | `kcal` or `min`; `min`; `h` |
/// | `{move.glyph}` | a ring that fills up, with `+` above 100 % |
/// | `{move.bar}` | a bar of five cells |
/// | `{exercise.…}` `{stand.…}` | the same for the other rings |
/// | `{streak}` | days in a row |
/// | `{date}` `{weekday}` | `2026-11-19`, `Thu` |
/// | `{basis}` | `apple`, `computed` or `none`: where the values come from |
/// | `{problem}` | a short text where the store cannot be read, else nothing |
/// | `{?closed}yes{:}no{/}` | the first text where every ring with a goal is closed, else the second |
/// | `{?closed}yes{/}` `{?!closed}no{/}` | either text alone; conditions nest |
/// | `{{` `}}` | a brace |
///
/// Conditions are `closed`, `paused`, `defaults` (a default goal stands in), `data`, `problem`, and for every ring
/// `move.closed`, `move.default`, `move.goal` (there is one). What is not known reads `-`. A ring's fields take its
/// colour; the text between takes the bar's. All of it, the user's own text too, is escaped for the bar.
///
/// Where the store cannot be read, the problem's short text stands for the whole line, unless the template speaks of
/// problems itself.
package struct StatusTemplate: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    case literal(String)
    case field(StatusField)
    case conditional(StatusCondition, negated: Bool, holds: [Node], otherwise: [Node])
  }

  var nodes: [Node]

  /// Reads a template.
  ///
  /// - Throws: `StatusTemplateError` with the position of the first mistake. Complexity: linear in the text.
  package init(parsing text: String) throws(StatusTemplateError) {
    var parser = StatusTemplateParser(text)
    nodes = try parser.parse()
  }

  /// Whether the template has a field or a condition for problems, and so keeps the line to itself when there is one.
  var speaksOfProblems: Bool {
    Self.speakOfProblems(nodes)
  }

  private static func speakOfProblems(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .literal: false
      case .field(let field): field == .problem
      case .conditional(let condition, _, let holds, let otherwise):
        condition == .problem || speakOfProblems(holds) || speakOfProblems(otherwise)
      }
    }
  }

  /// The line for a snapshot, not yet shortened.
  func text(for snapshot: StatusSnapshot, style: StatusStyle) -> StatusText {
    var text = StatusText()
    Self.write(nodes, snapshot, style, into: &text)
    return text
  }

  private static func write(
    _ nodes: [Node], _ snapshot: StatusSnapshot, _ style: StatusStyle, into text: inout StatusText
  ) {
    for node in nodes {
      switch node {
      case .literal(let literal):
        text.append(literal)
      case .field(let field):
        text.append(field.text(snapshot, style: style), color: field.color(snapshot, style))
      case .conditional(let condition, let negated, let holds, let otherwise):
        write(condition.holds(snapshot) != negated ? holds : otherwise, snapshot, style, into: &text)
      }
    }
  }
}
