import HealthAnalysis
import HealthDatabase
import HealthImport
import HealthModel

/// Two periods side by side.
struct CompareTool: AssistantTool {
  let name = "compare"
  let title = "Compare two periods"
  let description = """
    One type of health data in two periods, with the change. Amounts such as steps are compared by the mean of the days \
    with data, so that periods of different lengths and with missing days are comparable.
    """
  let parameters = [
    ToolParameter("type", .text, "steps, heartRate, restingHeartRate, bodyMass, stand …", isRequired: true),
    ToolParameter("first", .text, "The earlier period, as in statistics: 2026-09, last year …", isRequired: true),
    ToolParameter("second", .text, "The later period.", isRequired: true),
    ToolParameter("statistic", .choice(QuantityReading.Statistic.allCases.map(\.rawValue)), "As in statistics."),
    ToolParameter("unit", .text, "As in statistics."),
  ]
  let results = [
    ToolParameter("type", .text), ToolParameter("unit", .text), ToolParameter("first", .object),
    ToolParameter("second", .object), ToolParameter("comparedBy", .text), ToolParameter("change", .number),
    ToolParameter("changePercent", .number), ToolParameter("how", .text),
  ]

  private struct Side {
    var days: ClosedRange<Day>
    var value: Double?
    var withData: Int
  }

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    let type = try TypeArgument(arguments.text("type") ?? "", context)
    let ranges = try ["first", "second"].map { try context.days(arguments.text($0), of: type.types) }
    let sides: [Side]
    let label: (type: String, statistic: String, unit: String, how: String)
    switch type {
    case .quantity(let entry):
      try context.sharing.require(entry.identifier)
      let reading = try QuantityReading(
        entry, statistic: arguments.text("statistic"), unit: arguments.text("unit"), context)
      sides = try ranges.map {
        Side(days: $0, value: try reading.value($0), withData: try reading.daysWithData($0))
      }
      label = (Untrusted.name(ofType: entry.identifier), reading.statistic.rawValue, reading.unitText, reading.how)
    case .standHours:
      try context.sharing.require(TypeIdentifier.activitySummary)
      sides = try ranges.map { days in
        let values = try StandHours.values(days, context)
        return Side(
          days: days, value: values.isEmpty ? nil : values.reduce(0) { $0 + $1.value }, withData: values.count)
      }
      label = ("stand", "sum", "h", "The number of hours of each day in which the person stood for a minute.")
    case .category(let entry):
      throw Refusal(
        "\(Untrusted.name(ofType: entry.identifier)) is an event without an amount: ask statistics to count it in each period."
      )
    case .measure(let measure):
      throw Refusal("\(measure.rawValue) is a measure of single days: ask statistics for it by day in each period.")
    }
    return try answer(sides, label, context)
  }

  private func answer(
    _ sides: [Side], _ label: (type: String, statistic: String, unit: String, how: String), _ context: ToolContext
  ) throws -> Answer {
    let isAmount = label.statistic == "sum" || label.statistic == "count"
    let compared = sides.map { side in
      isAmount ? side.value.flatMap { side.withData > 0 ? $0 / Double(side.withData) : nil } : side.value
    }
    var change: Double?
    var percent: Double?
    if let before = compared[0], let after = compared[1] {
      change = after - before
      if before != 0 { percent = (after - before) / abs(before) * 100 }
    }
    func words(_ side: Int) -> String {
      compared[side].map { "\(JSONValue.measured($0).serialized) \(label.unit)" } ?? "no data"
    }
    let by = isAmount ? "the mean per day with data" : "the \(label.statistic) of the period"
    var answer = Answer(
      "\(label.type), \(by): \(words(0)) \(context.words(sides[0].days)), \(words(1)) \(context.words(sides[1].days))"
        + (percent.map {
          ", a change of \($0 < 0 ? "" : "+")\(JSONValue.measured(($0 * 10).rounded() / 10).serialized) %."
        }
          ?? "; no change can be computed."))
    answer.add("type", .text(label.type))
    answer.add("unit", .text(label.unit))
    for (key, (side, perDay)) in zip(["first", "second"], zip(sides, compared)) {
      var member = try context.period(side.days, withData: side.withData).adding(label.statistic, .measured(side.value))
      if isAmount { member = member.adding("perDay", .measured(perDay)) }
      answer.add(key, member)
    }
    answer.add("comparedBy", .text(by))
    answer.add("change", .measured(change))
    answer.add("changePercent", .measured(percent))
    answer.add("how", .text(label.how))
    for side in sides where side.withData * 2 < side.days.count && side.days.count > 2 {
      answer.notes.append("Only \(side.withData) of \(side.days.count) days \(context.words(side.days)) have data.")
    }
    if sides[0].days.overlaps(sides[1].days) { answer.notes.append("The two periods overlap.") }
    return answer
  }
}
