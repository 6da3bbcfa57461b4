package import TerminalModel
package import Widgets

/// The command line: all actions by name, with completion.
package struct CommandScreen: Screen {
  package static let name: ScreenName = "command"
  package static let opening: KeyBinding? = KeyBinding(
    keys: [":"], action: .open("command"), label: "command", rank: 8, help: "Type a command; Tab completes it.")
  package static let bindings =
    [
      KeyBinding(keys: [.enter], action: .select, label: "run", help: "Run the command."),
      KeyBinding(keys: [.tab], action: .next, label: "complete", help: "Complete the command."),
      KeyBinding(keys: [.escape], action: .back, label: "cancel", help: "Cancel."),
    ] + TextField.bindings

  var field = TextField(limit: 200)
  var errorMessage: String?

  package static func opened(in context: ScreenContext) -> (any Screen)? { CommandScreen() }
  package var presentation: ScreenPresentation { .prompt }
  package var takesText: Bool { true }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select:
      switch Command.meaning(of: field.text, in: context) {
      case .action(.back): return [.close]
      case .action(let action): return [.close, .perform(action)]
      case .unknown(let reason): errorMessage = reason
      }
    case .next:
      complete(in: context)
    case .back:
      return [.close]
    case .scroll:
      break
    default:
      guard field.handle(action) else { return nil }
      errorMessage = nil
    }
    return []
  }

  /// Completes the common prefix of all candidates, or lists them.
  private mutating func complete(in context: ScreenContext) {
    let fitting = Command.completions(of: field.text, in: context)
    guard var common = fitting.first else { return }
    for text in fitting { while !text.hasPrefix(common) { common.removeLast() } }
    if common.count > field.text.count {
      field = TextField(common, limit: field.limit)
      errorMessage = nil
    } else if fitting.count > 1 {
      errorMessage = fitting.joined(separator: "  ")
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let fitting = field.text.isEmpty ? [] : Command.completions(of: field.text, in: context)
    PromptRow(
      label: ": ", field: field,
      errorMessage: errorMessage ?? (fitting.count > 1 ? fitting.joined(separator: "  ") : nil),
      hint: "month, add move 120 kcal, date 14 nov, theme tide; Tab completes"
    ).draw(on: &canvas, in: area)
  }
}
