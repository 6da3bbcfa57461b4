import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// A dialog for goals: from a day on, on some weekdays, or for one day, with the same input as `ringtop goals set`.
package struct GoalsScreen: Screen {
  package static let name: ScreenName = "goals"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["o"], action: .open("goals"), condition: .withStore, label: "goals", rank: 9, help: "Change the goals.")
  package static let bindings = Form.bindings

  var form: Form
  /// The initial content of the fields: only changed goals are set.
  var before: [String]

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    let goals = context.rings.map { ring in context.words(ring, on: context.selected).goal ?? "none" }
    let fields = zip(context.rings, goals).map { ring, goal in
      Form.Field(label: "\(ring.name), \(context.unit(of: ring).symbol)", text: TextField(goal), hint: "none")
    }
    let others = [
      Form.Field(label: "From", text: TextField(), hint: "today, monday, 2026-12-01"),
      Form.Field(label: "Weekdays", text: TextField(), hint: "all; or sat,sun"),
      Form.Field(label: "Only on", text: TextField(), hint: "today: only for that day"),
    ]
    return GoalsScreen(form: Form(fields + others), before: goals)
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { true }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select: return save(in: context)
    case .back: return [.close]
    default: return form.handle(action) ? [] : nil
    }
  }

  private mutating func save(in context: ScreenContext) -> [ScreenRequest] {
    let rings = context.rings
    var words = ["goals", "set"]
    for (index, ring) in rings.enumerated() where before.indices.contains(index) && form[index] != before[index] {
      words += ["--\(ring.key)", form[index].isEmpty ? "none" : ShellWord.quoted(form[index])]
    }
    guard words.count > 2 else {
      form.errorMessage = "No goal was changed."
      return []
    }
    let (from, weekdays, only) = (form[rings.count], form[rings.count + 1], form[rings.count + 2])
    if !only.isEmpty, !from.isEmpty || !weekdays.isEmpty {
      form.errorMessage = "Choose either a single day or a first day."
      return []
    }
    for (option, text) in [("--from", from), ("--weekdays", weekdays), ("--on", only)] where !text.isEmpty {
      words += [option, ShellWord.quoted(text)]
    }
    return [.close, .perform(.edit(words.joined(separator: " ")))]
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    form.draw("Goals", "A goal is a number or none. Esc cancels, u undoes.", on: &canvas, in: area)
  }
}
