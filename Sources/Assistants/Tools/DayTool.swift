import Foundation
import HealthAnalysis
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Presentation
import Reports

/// Everything of a day at a glance.
struct DayTool: AssistantTool {
  let name = "day"
  let title = "A day"
  let page: String? = DayPage.address
  let description = """
    A day at a glance: the three activity rings with their goals (Move, Exercise, Stand), goals of the person's own, steps and distance, workouts, the \
    night before it, heart rate and other vitals. null is unknown, not 0.
    """
  let parameters = [
    ToolParameter("date", .text, "As people write it: today (default), yesterday, 2026-11-19, last friday …")
  ]
  let results = [
    .periodResult, ToolParameter("rings", .object), ToolParameter("activity", .object), ToolParameter("sleep", .object),
    ToolParameter("vitals", .object), ToolParameter("workouts", .table),
  ]

  private static let amounts = ["stepCount", "distanceWalkingRunning", "flightsClimbed"]
  private static let vitals = [
    "restingHeartRate", "heartRateVariabilitySDNN", "respiratoryRate", "oxygenSaturation", "vo2Max", "bodyMass",
    "appleSleepingWristTemperature",
  ]

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    let day = try context.day(arguments.text("date"))
    var answer = Answer("")
    answer.add("period", try context.period(day...day, withData: nil))
    var hidden: [String] = []
    func ifShared(_ identifier: String, _ name: String, _ body: () throws -> Void) rethrows {
      if context.sharing.allows(identifier) { try body() } else { hidden.append(name) }
    }
    var words: [String] = []
    try ifShared(TypeIdentifier.activitySummary, "rings") { words.append(try addRings(day, context, &answer)) }
    try addAmounts(day, context, &answer, &hidden)
    let goals = try context.store.goalProgress(day...day, weekStart: context.weekStart)
      .filter { context.sharing.allows($0.goal.type) }
    if !goals.isEmpty { answer.add("goals", .array(goals.map(Self.json))) }
    try ifShared(TypeIdentifier.sleepAnalysis, "sleep") {
      guard let night = try context.source.nights(day...day).first else { return answer.add("sleep", .null) }
      answer.add("sleep", try SleepTool.json(night, context))
      words.append(night.asleep.map { "asleep \(SleepTool.hours($0))" } ?? "time asleep unknown")
    }
    try addVitals(day, context, &answer, &hidden)
    try ifShared(TypeIdentifier.workout, "workouts") {
      let workouts = try WorkoutList(context).all(day...day)
      answer.add("workoutColumns", .strings(WorkoutList.columns))
      answer.add("workouts", .array(workouts.prefix(20).map { .array(WorkoutList.row($0, context)) }))
      if !workouts.isEmpty { words.append("\(workouts.count) workout\(workouts.count == 1 ? "" : "s")") }
    }
    let when = day == context.today ? " (today, so far)" : ""
    answer.sentence = "\(day)\(when): " + (words.isEmpty ? "no data." : words.joined(separator: "; ") + ".")
    if !hidden.isEmpty { answer.notes.append("Not shared with this client: \(hidden.joined(separator: ", ")).") }
    return answer
  }

  /// A goal of the person's own, for the amount of a type.
  private static func json(_ goal: GoalProgress) -> JSONValue {
    [
      "type": .text(TypeName.short(for: goal.goal.type)), "of": .text("\(goal.goal.period)"),
      "value": .measured(goal.amount.value), "goal": .measured(goal.amount.goal), "unit": .text(goal.goal.storedUnit),
      "closed": .boolean(goal.amount.isClosed),
    ]
  }

  private func addRings(_ day: Day, _ context: ToolContext, _ answer: inout Answer) throws -> String {
    guard let audit = try context.store.audit(day...day).first, audit.summary.basis != .none else {
      answer.add("rings", .null)
      return "the rings have no data"
    }
    let summary = try context.store.knowOnlyMove(day...day) ? audit.summary.moveOnly : audit.summary
    var rings: JSONValue = [:]
    var words: [String] = []
    for ring in Ring.allCases {
      let value = summary[ring]
      var json: JSONValue = [
        "value": .measured(value.value), "goal": .measured(value.goal),
        "unit": .text(ring.unit(summary.moveMode).symbol),
      ]
      if value.value != nil, value.goal ?? 0 > 0 {
        // Rounded down, so that an open ring never has 100 %.
        json = json.adding("percent", .measured((value.progress * 100 + 1e-9).rounded(.down)))
        json = json.adding("closed", .boolean(value.isClosed))
      }
      if value.goalIsDefault { json = json.adding("goalIsDefault", true) }
      json = json.adding("apple", .measured(audit[ring].apple))
      rings = rings.adding("\(ring)", json)
      if let amount = value.value {
        words.append(
          "\(ring) \(JSONValue.measured(amount.rounded(.down)).serialized)"
            + (value.goal.map { "/\(JSONValue.measured($0).serialized)" } ?? "")
            + " \(ring.unit(summary.moveMode).symbol)")
      }
    }
    answer.add("rings", rings)
    answer.add("paused", .boolean(summary.isPaused))
    answer.add(
      "basis",
      .text(
        summary.basis == .apple ? "Apple's own summary, plus later changes of samples" : "computed from the samples"))
    return words.isEmpty ? "the rings have no data" : words.joined(separator: ", ")
  }

  private func addAmounts(
    _ day: Day, _ context: ToolContext, _ answer: inout Answer, _ hidden: inout [String]
  ) throws {
    var activity: JSONValue = [:]
    for name in Self.amounts {
      guard let identifier = TypeName.identifier(for: name), let entry = QuantityTypeCatalog.entry(for: identifier)
      else { continue }
      guard context.sharing.allows(identifier) else {
        hidden.append(name)
        continue
      }
      let reading = try QuantityReading(entry, statistic: nil, unit: nil, context)
      activity = activity.adding(
        name, ["value": .measured(try reading.value(day...day)), "unit": .text(entry.unit.unitString)])
    }
    answer.add("activity", activity)
  }

  private func addVitals(
    _ day: Day, _ context: ToolContext, _ answer: inout Answer, _ hidden: inout [String]
  ) throws {
    var vitals: JSONValue = [:]
    let interval = try context.store.intervals(of: day...day).map(\.interval)
    for name in ["heartRate"] + Self.vitals {
      guard let identifier = TypeName.identifier(for: name), let entry = QuantityTypeCatalog.entry(for: identifier)
      else { continue }
      guard context.sharing.allows(identifier) else {
        hidden.append(name)
        continue
      }
      guard let found = try context.store.statisticsOverTime(identifier, over: interval).first ?? nil else { continue }
      let scale = QuantityReading.scale(of: entry.unit)
      func shown(_ value: Double?) -> JSONValue { .measured(value.map { $0 * scale }) }
      var json: JSONValue = ["mean": shown(found.average)]
      if found.count > 1 {
        json = json.adding("minimum", shown(found.minimum)).adding("maximum", shown(found.maximum))
      }
      vitals = vitals.adding(
        name, json.adding("samples", .count(found.count)).adding("unit", .text(entry.unit.unitString)))
    }
    answer.add("vitals", vitals)
    if vitals["heartRate"] != nil { answer.notes.append("The mean heart rate is a mean over time.") }
  }
}
