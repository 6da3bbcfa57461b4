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
      KeyBinding(keys: [.tab], action: .next, label: "complete", help: "Complete the command; again for the next one."),
      KeyBinding(keys: [.backTab], action: .previous, help: "The completion before."),
      KeyBinding(keys: [.escape], action: .back, label: "cancel", help: "Cancel."),
    ] + TextField.bindings

  var field = TextField(limit: 200)
  var errorMessage: String?
  /// The completions that Tab walks through, and the one in the field.
  private var walk: [String] = []
  private var place = 0

  package static func opened(in context: ScreenContext) -> (any Screen)? { CommandScreen() }
  package var presentation: ScreenPresentation { .prompt }
  package var takesText: Bool { true }

  package mutating func refuse(_ reason: String) { errorMessage = reason }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select:
      switch Command.meaning(of: field.text, in: context) {
      case .actions([.back]): return [.close]
      case .actions(let actions):
        // A refused change comes back with the reason.
        if case .edit(let line)? = actions.first, actions.count == 1 { return [.submit([line])] }
        return [.close] + actions.map { .perform($0) }
      case .unknown(let reason): errorMessage = reason
      }
    case .next:
      complete(1, in: context)
    case .previous:
      complete(-1, in: context)
    case .back:
      return [.close]
    case .scroll:
      break
    default:
      guard field.handle(action) else { return nil }
      errorMessage = nil
      walk = []
    }
    return []
  }

  /// Completes the common prefix of all candidates, then walks through them.
  private mutating func complete(_ step: Int, in context: ScreenContext) {
    errorMessage = nil
    if !walk.isEmpty {
      place = (place + step + walk.count) % walk.count
      field = TextField(walk[place], limit: field.limit)
      return
    }
    let fitting = Command.completions(of: field.text, in: context)
    guard var common = fitting.first else { return }
    for text in fitting { while !text.hasPrefix(common) { common.removeLast() } }
    if common.count > field.text.count {
      field = TextField(common, limit: field.limit)
    } else if fitting.count > 1 {
      (walk, place) = (fitting, step > 0 ? 0 : fitting.count - 1)
      field = TextField(walk[place], limit: field.limit)
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    // While walking, those that follow.
    let fitting =
      !walk.isEmpty
      ? Array(walk[(place + 1)...] + walk[..<place])
      : field.text.isEmpty ? [] : Command.completions(of: field.text, in: context)
    PromptRow(
      label: ": ", field: field,
      errorMessage: errorMessage ?? (fitting.count > 1 ? fitting.joined(separator: "  ") : nil),
      hint: "month, add move 120 kcal, date 14 nov, theme tide; Tab completes"
    ).draw(on: &canvas, in: area)
  }
}
