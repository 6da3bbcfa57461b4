import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import OpenHealthKit
import Processes
import Reports

extension ToolParameter {
  fileprivate static let confirm = ToolParameter(
    "confirm", .text, "The code from the answer to the same call without it, after the person has agreed.")
  fileprivate static let change: [ToolParameter] = [
    ToolParameter("done", .flag, "Whether the change was made."),
    ToolParameter("change", .text), ToolParameter("confirm", .text, "To make the change: pass it as confirm."),
  ]
}

/// A sample, as `ringtop add` stores it.
struct AddSampleTool: AssistantTool {
  let changes: PlannedChanges
  let name = "add_sample"
  let title = "Add a sample"
  let effect = ToolEffect.adds
  let description = """
    Adds one sample by hand, such as a weight. Without confirm nothing is stored: the answer says what would be, for the \
    person to see, and has a code; the same call with this code in confirm stores it. The tool undo removes it.
    """
  let parameters = [
    ToolParameter("type", .text, "bodyMass, dietaryWater, heartRate …", isRequired: true),
    ToolParameter("value", .text, "The amount with its unit: 80 kg, 0.3 L, 62 bpm."),
    ToolParameter("unit", .text, "The unit, if value has none: kg."),
    ToolParameter("at", .text, "When: 14:30, yesterday 14:30, 2026-11-19T14:30:00Z. Default: now."),
    ToolParameter("from", .text, "Its start, instead of at."), ToolParameter("to", .text, "Its end, with from."),
    .confirm,
  ]
  let results = ToolParameter.change

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    try changes.answer(name, arguments, context) {
      let (at, from, to) = (arguments.text("at"), arguments.text("from"), arguments.text("to"))
      guard (from == nil) == (to == nil), at == nil || from == nil else {
        throw Refusal("Give either at, or from and to together.")
      }
      let plan = try AddPlan(
        type: arguments.text("type") ?? "",
        value: [arguments.text("value"), arguments.text("unit")].compactMap { $0 }.joined(separator: " "), at: at,
        from: from, to: to,
        store: context.source.store, environment: context.environment)
      try context.sharing.requireWriting(plan.type)
      let message = try plan.message()
      let health = context.health
      return PlannedChanges.Change(title: try message.title) {
        let edit = try plan.save(message, to: health)
        return (try message.sentence, edit)
      }
    }
  }
}

/// Goals, as `ringtop goals set` stores them.
struct SetGoalTool: AssistantTool {
  let changes: PlannedChanges
  let name = "set_goal"
  let title = "Set goals of the rings"
  let effect = ToolEffect.replaces
  let description = """
    Sets goals of the rings from today on, or for one day. Without confirm nothing is stored: the answer says what would \
    be, for the person to see, and has a code; the same call with this code in confirm stores it. The tool undo reverts it.
    """
  let parameters = [
    ToolParameter("move", .text, "500 kcal, or none."), ToolParameter("exercise", .text, "30 min, or none."),
    ToolParameter("stand", .text, "12 h, or none."),
    ToolParameter("on", .text, "The only day on which they apply. Default: today and all days after it."), .confirm,
  ]
  let results = ToolParameter.change

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    try changes.answer(name, arguments, context) {
      let mode = try context.store.goals(context.today...context.today)[0].moveMode
      try context.sharing.requireWriting(TypeIdentifier.activitySummary)
      var values: [Ring: Double] = [:]
      for (ring, member) in [(Ring.move, "move"), (.exercise, "exercise"), (.stand, "stand")] {
        guard let text = arguments.text(member) else { continue }
        values[ring] = try GoalText(text, ring, mode: mode, formatting: context.formatting).value
      }
      guard !values.isEmpty else { throw Refusal("Which goal? Give move, exercise or stand.") }
      let list = Ring.allCases.compactMap { ring in
        values[ring].map { GoalText.words($0, ring, mode: mode, formatting: context.formatting) }
      }.joined(separator: ", ")
      let day = try arguments.text("on").map(context.future) ?? context.today
      let isAlone = arguments.text("on") != nil
      let when = isAlone ? "on \(day)" : "from \(day)"
      let goals = Dictionary(values.map { (GoalSubject.ring($0.key), $0.value) }) { $1 }
      let change: GoalChange = isAlone ? .setGoals(goals, on: day) : .schedule(goals, from: day, weekdays: [])
      let store = context.source.store
      return PlannedChanges.Change(title: "set the goals \(list) \(when)\(isAlone ? " alone" : " on")") {
        let edit = try store.changing().change(change, title: "goals \(list) \(when)")
        return ("The goals are now \(list), \(when)\(isAlone ? " alone" : " on").", edit)
      }
    }
  }
}

/// Takes back what this client has changed, and nothing else.
struct UndoTool: AssistantTool {
  let changes: PlannedChanges
  let name = "undo"
  let title = "Undo the last change"
  let effect = ToolEffect.replaces
  let description = "Takes back the last change that this client has made since it was started, and no other."
  let parameters: [ToolParameter] = []
  let results = [ToolParameter("done", .flag), ToolParameter("change", .text)]

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    guard let latest = changes.latest(of: context.sharing.client) else {
      throw Refusal("This client has changed nothing that could be undone. The person can use: ringtop undo")
    }
    let edit: EditEntry?
    do {
      edit = try context.source.store.changing().undo(expected: latest)
    } catch let error as StoreError where error.code == .invalidArgument {
      throw Refusal(
        "Something else was changed since, so this client cannot undo its change. The person can use: ringtop undo")
    }
    guard let edit else { throw Refusal("There is nothing to undo any more.") }
    changes.forget(latest, of: context.sharing.client)
    var answer = Answer("Undone: \(edit.title).")
    answer.add("done", true)
    answer.add("change", .text(edit.title))
    return answer
  }
}
