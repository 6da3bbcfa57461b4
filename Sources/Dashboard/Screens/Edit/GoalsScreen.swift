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
  /// The user's own goals, whose fields follow those of the rings.
  var own: [GoalAmount]
  /// The initial content of the fields: only changed goals are set.
  var before: [String]

  package static func opened(in context: ScreenContext) -> (any Screen)? { of(context) }

  private static func of(_ context: ScreenContext) -> GoalsScreen {
    let goals = context.rings.map { ring in context.words(ring, on: context.selected).goal ?? "none" }
    let fields = zip(context.rings, goals).map { ring, goal in
      Form.Field(label: "\(ring.name), \(context.unit(of: ring).symbol)", text: TextField(goal), hint: "none")
    }
    let own = context.goals.map { goal in
      Form.Field(
        label: goal.goal.title,
        text: TextField(context.formatting.amount(goal.amount.goal ?? 0, of: goal.goal)), hint: "none")
    }
    let others = [
      Form.Field(label: "Another", text: TextField(), hint: "steps 8000, or water 14 L --weekly"),
      Form.Field(label: "From", text: TextField(), hint: "today, monday, 2026-12-01"),
      Form.Field(label: "Weekdays", text: TextField(), hint: "all; or sat,sun"),
      Form.Field(label: "Only on", text: TextField(), hint: "today: only for that day"),
    ]
    return GoalsScreen(
      form: Form(fields + own + others), own: context.goals.map(\.goal), before: goals + own.map(\.text.text))
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { true }

  /// The same dialog, where the goals have changed meanwhile with those that were not edited as they are now.
  private func current(_ context: ScreenContext) -> GoalsScreen {
    let now = Self.of(context)
    guard now.own == own, now.before != before else { return self }
    var screen = self
    for index in before.indices where form[index] == before[index] {
      screen.form.fields[index] = now.form.fields[index]
    }
    screen.before = now.before
    return screen
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    self = current(context)
    switch action {
    case .select: return save(in: context)
    case .back: return [.close]
    default: return form.handle(action) ? [] : nil
    }
  }

  private mutating func save(in context: ScreenContext) -> [ScreenRequest] {
    let rings = context.rings
    func goal(_ index: Int) -> String { form[index].isEmpty ? "none" : form[index] }
    func word(_ index: Int) -> String { form[index].isEmpty ? "none" : ShellWord.quoted(form[index]) }
    func isChanged(_ index: Int) -> Bool { before.indices.contains(index) && goal(index) != before[index] }
    let others = rings.count + own.count
    let (another, from, weekdays, only) = (form[others], form[others + 1], form[others + 2], form[others + 3])
    if !only.isEmpty, !from.isEmpty || !weekdays.isEmpty {
      form.errorMessage = "Choose either a single day or a first day."
      return []
    }
    // One command sets the rings, and one each of the user's own goals.
    var commands: [[String]] = []
    var changed = rings.indices.filter(isChanged)
    let isElsewhere = !from.isEmpty || !weekdays.isEmpty || !only.isEmpty
    // The goals of today may be given to other days.
    if isElsewhere, another.isEmpty, !(0..<others).contains(where: isChanged) { changed = Array(rings.indices) }
    if !changed.isEmpty { commands.append(changed.map { "--\(rings[$0].key)=" + word($0) }) }
    for (index, amount) in own.enumerated() where isChanged(rings.count + index) {
      commands.append(
        [TypeName.short(for: amount.type), word(rings.count + index)]
          + (amount.period == .week ? ["--weekly"] : []))
    }
    if !another.isEmpty { commands.append(another.split(separator: " ").map { ShellWord.quoted(String($0)) }) }
    guard !commands.isEmpty else {
      form.errorMessage = "No goal was changed."
      return []
    }
    let options = [("--from", from), ("--weekdays", weekdays), ("--on", only)].filter { !$0.1.isEmpty }
      .flatMap { [$0.0, ShellWord.quoted($0.1)] }
    return [.submit(commands.map { (["goals", "set"] + $0 + options).joined(separator: " ") })]
  }

  package mutating func refuse(_ reason: String) { form.errorMessage = reason }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    current(context).form.draw("Goals", "A goal is a number or none. Esc cancels, u undoes.", on: &canvas, in: area)
  }
}
