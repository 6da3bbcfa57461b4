import HealthModel
package import TerminalModel
package import Widgets

/// A dialog that pauses the rings or ends a pause, with the same input as `ringtop goals pause` and `resume`.
package struct PauseScreen: Screen {
  package static let name: ScreenName = "pause"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["p"], action: .open("pause"), condition: .withStore, help: "Pause the rings, or end a pause.")
  package static let bindings = Form.bindings

  var form: Form
  var isPaused: Bool

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    let isPaused = context.data.summary(of: context.today)?.isPaused ?? false
    return PauseScreen(
      form: Form(
        isPaused
          ? [Form.Field(label: "Count again from", text: TextField("today"), hint: "today, monday")]
          : [
            Form.Field(label: "Pause from", text: TextField("today"), hint: "today, tomorrow"),
            Form.Field(label: "Count again on", text: TextField(), hint: "the day after; monday, 2026-12-01"),
          ]), isPaused: isPaused)
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { true }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select:
      let from = form[0].isEmpty ? "" : " --from \(ShellWord.quoted(form[0]))"
      if isPaused { return [.submit(["goals resume\(from)"])] }
      let until = form[1].isEmpty ? "" : " --until \(ShellWord.quoted(form[1]))"
      return [.submit(["goals pause\(from)\(until)"])]
    case .back: return [.close]
    default: return form.handle(action) ? [] : nil
    }
  }

  package mutating func refuse(_ reason: String) { form.errorMessage = reason }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    form.draw(
      isPaused ? "The rings are paused" : "Pause the rings", "A paused day neither extends nor breaks a streak.",
      on: &canvas, in: area)
  }
}
