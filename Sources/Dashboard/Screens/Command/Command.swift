import HealthAnalysis
import HealthModel
import Presentation
import Widgets

/// The commands of the command line: names of actions, as in the configuration, and changes of the store.
package enum Command {
  static func actions(in context: ScreenContext) -> [(name: String, action: Action)] {
    let rows = context.keymap[.screen(context.screen)] + context.keymap[.global]
    var found: [(name: String, action: Action)] = []
    let groups = MeasureGroup.allCases.map { Action.open(ScreenName($0.rawValue)) }
    for action in rows.map(\.action) + Screens.all.compactMap({ $0.opening?.action }) + groups {
      guard let name = action.name, !found.contains(where: { $0.name == name }) else { continue }
      found.append((name, action))
    }
    return found
  }

  /// Commands that are executed like those of `ringtop`.
  static let editing = ["add", "goals", "import", "undo"]

  /// The screens that can be opened with a type.
  private static let ofType = [ChartScreen.name, SamplesScreen.name, SourcesScreen.name]

  /// The meaning of a line.
  enum Meaning {
    case actions([Action])
    case unknown(String)
  }

  static func meaning(of line: String, in context: ScreenContext) -> Meaning {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first else { return .actions([.back]) }
    if words.count > 1 {
      if editing.contains(first) { return .actions([.edit(line)]) }
      let rest = words.dropFirst().joined(separator: " ")
      if first == "theme" {
        guard context.themes.contains(where: { $0.name == rest }) else {
          return .unknown("There is no theme \(rest). T lists them.")
        }
        return .actions([.useTheme(rest)])
      }
      if first == "date" {
        let day = DateQuery(rest)?.day(today: context.today, order: context.formatting.dateOrder)
        return day.map { .actions([.goTo($0)]) } ?? .unknown("\(rest) is not a date.")
      }
      if ofType.contains(where: { $0.description == first }) {
        guard let type = TypeName.identifierOfWord(rest),
          first != ChartScreen.name.description || ChartScreen.shows(type)
        else { return .unknown("\(first) shows no type \(rest). / lists them.") }
        return .actions([.open(ScreenName(first)), .view(.type(type))])
      }
    } else if let command = actions(in: context).first(where: { $0.name == first }) {
      return .actions([command.action])
    }
    let fitting = completions(of: line, in: context)
    if words.count > 1, actions(in: context).contains(where: { $0.name == first }) {
      return .unknown("\(first) takes nothing after it.")
    }
    guard words.count == 1, fitting.count == 1, let only = fitting.first,
      let command = actions(in: context).first(where: { $0.name == only })
    else {
      return .unknown(
        fitting.isEmpty ? "There is no command \(first)." : "Which one? " + fitting.prefix(6).joined(separator: ", "))
    }
    return .actions([command.action])
  }

  /// The possible completions of a line.
  static func completions(of line: String, in context: ScreenContext) -> [String] {
    let words =
      actions(in: context).map(\.name) + [
        "chart heartRate", "date ", "add move", "add exercise", "add stand", "goals set --move", "goals pause",
        "goals resume",
      ]
      + context.themes.map { "theme \($0.name)" }
    return words.filter { $0.hasPrefix(line.lowercased()) }
  }
}
