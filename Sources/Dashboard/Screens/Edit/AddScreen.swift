package import TerminalModel
package import Widgets

/// A dialog that adds a sample, with the same input as `ringtop add`.
package struct AddScreen: Screen {
  package static let name: ScreenName = "add"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["a"], action: .open("add"), label: "add", rank: 8, help: "Add a sample by hand.")
  package static let bindings = Form.bindings

  var form: Form

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    AddScreen(
      form: Form([
        Form.Field(label: "What", text: TextField(), hint: "move, exercise, stand, steps, heartRate"),
        Form.Field(label: "How much", text: TextField(), hint: "120 kcal"),
        Form.Field(
          label: "When", text: TextField(context.selected == context.today ? "" : "\(context.selected) 12:00"),
          hint: "now, 9:30, yesterday 14:30"),
      ]))
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { true }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select:
      guard !form[0].isEmpty else {
        form.errorMessage = "Enter a type, for example move, exercise or stand."
        return []
      }
      let when = form[2].isEmpty ? "" : " --at \(ShellWord.quoted(form[2]))"
      return [.submit(["add \(form[0]) \(form[1])\(when)"])]
    case .back: return [.close]
    default: return form.handle(action) ? [] : nil
    }
  }

  package mutating func refuse(_ reason: String) { form.errorMessage = reason }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    form.draw("Add a sample", "u undoes it.", on: &canvas, in: area)
  }
}
