import HealthModel

/// A user-defined status line, such as `{move.glyph} {move.percent}%{?closed} all closed{/}`.
///
/// | field | value |
/// |---|---|
/// | `{move.percent}` | value as a percentage of the goal, rounded down, without the sign |
/// | `{move.value}` `{move.goal}` | whole kilocalories, minutes or hours, rounded down |
/// | `{move.left}` | remaining amount, rounded up; 0 once the ring is closed |
/// | `{move.unit}` | `kcal` or `min`; `min`; `h` |
/// | `{move.glyph}` | a ring that fills up, with `+` above 100% |
/// | `{move.bar}` | a bar of five cells |
/// | `{exercise.…}` `{stand.…}` | the same for the other rings |
/// | `{steps.…}` `{water.week.…}` | the same for a goal of one's own, by the name of its type; of a week with `week` |
/// | `{streak}` | length of the current streak in days |
/// | `{date}` `{weekday}` | `2026-11-19`, `Thu` |
/// | `{basis}` | `apple`, `computed` or `none`: where the values come from |
/// | `{problem}` | a short text if the store cannot be read, otherwise empty |
/// | `{?closed}yes{:}no{/}` | the first text if every recorded ring with a goal is closed, otherwise the second |
/// | `{?closed}yes{/}` `{?!closed}no{/}` | only one of the texts; conditions can be nested |
/// | `{{` `}}` | a brace |
///
/// Conditions are `closed`, `paused`, `defaults` (a goal is a default), `data`, `problem`, and for every ring
/// `move.closed`, `move.default`, `move.goal` (it has a goal), `move.data` (something has recorded it); for a goal of
/// one's own `steps.closed`. Unknown values are shown as `-`. A ring's fields have its colour; other text has the bar's
/// colour. All text, including the user's own, is escaped for the bar.
///
/// If the store cannot be read, the problem's short text replaces the whole line, unless the template handles problems
/// itself.
package struct StatusTemplate: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    case literal(String)
    case field(StatusField)
    case conditional(StatusCondition, negated: Bool, holds: [Node], otherwise: [Node])
  }

  var nodes: [Node]

  /// Parses a template.
  ///
  /// - Throws: `StatusTemplateError` with the position of the first error. Complexity: linear in the text.
  package init(parsing text: String) throws(StatusTemplateError) {
    var parser = StatusTemplateParser(text)
    nodes = try parser.parse()
  }

  /// Whether the template has a field or a condition for problems, and so is used even if there is one.
  var showsProblems: Bool {
    Self.showProblems(nodes)
  }

  /// Whether the template has a field or a condition for a goal of the user's own.
  package var namesGoals: Bool { Self.nameGoals(nodes) }

  private static func nameGoals(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .field(.goal): true
      case .literal, .field: false
      case .conditional(.goalClosed, _, _, _): true
      case .conditional(_, _, let holds, let otherwise): nameGoals(holds) || nameGoals(otherwise)
      }
    }
  }

  private static func showProblems(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .literal: false
      case .field(let field): field == .problem
      case .conditional(let condition, _, let holds, let otherwise):
        condition == .problem || showProblems(holds) || showProblems(otherwise)
      }
    }
  }

  /// The line for a snapshot, before shortening.
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
