import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Presentation

/// Apple's numbers beside ours.
struct AuditTool: AssistantTool {
  let name = "audit"
  let title = "Apple's numbers beside ours"
  let description = """
    For each day and ring, Apple's own number and the one computed from the samples, with the reason where they differ. Use \
    it when someone doubts a number, or for the rings of many days.
    """
  let parameters: [ToolParameter] = [
    .period, ToolParameter("onlyDifferences", .flag, "Only days on which the two differ."), .limit, .cursor,
  ]
  let results =
    [
      .periodResult, ToolParameter("daysCompared", .number), ToolParameter("daysDiffering", .number),
      ToolParameter("explanations", .object),
    ] + ToolParameter.rows

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    try context.sharing.require(TypeIdentifier.activitySummary)
    let days = try context.days(arguments.text("period"), of: RingType.all)
    let offset = try Answer.offset(arguments.text("cursor"))
    let audits = try context.store.audit(days)
    func codes(_ audit: DayAudit) -> [DayAudit.Explanation] { Ring.allCases.compactMap { audit[$0].explanation } }
    let known = audits.filter { audit in Ring.allCases.contains { audit[$0].apple != nil || audit[$0].computed != nil }
    }
    let compared = known.filter { audit in
      Ring.allCases.contains { audit[$0].apple != nil && audit[$0].computed != nil }
    }
    let differing = known.filter { codes($0).contains { !$0.isOneSided } }
    var answer = Answer(
      known.isEmpty
        ? "The rings have no data \(context.words(days))."
        : "Apple's numbers and ours differ on \(differing.count) of \(compared.count) days that have both, "
          + "\(context.words(days)).")
    answer.add("period", try context.period(days, withData: known.count))
    answer.add("daysCompared", .count(compared.count))
    answer.add("daysDiffering", .count(differing.count))
    let shown = arguments.flag("onlyDifferences") ? differing : known
    var explanations: [DayAudit.Explanation] = []
    for code in shown.flatMap(codes) where !explanations.contains(code) { explanations.append(code) }
    answer.add("explanations", .object(explanations.map { JSONValue.Member($0.rawValue, .text($0.sentence)) }))
    answer.table = Answer.Table(
      columns: [
        "date", "move Apple", "move ours", "exercise Apple", "exercise ours", "stand Apple", "stand ours", "why",
      ],
      rows: shown.dropFirst(offset).map { audit in
        [.text(audit.day.description)]
          + Ring.allCases.flatMap { [.measured(audit[$0].apple), .measured(audit[$0].computed)] }
          + [
            .text(
              codes(audit).enumerated().filter { index, code in !codes(audit).prefix(index).contains(code) }
                .map(\.element.rawValue).joined(separator: " "))
          ]
      }, offset: offset)
    let units = known.last.map { "move in \(Ring.move.unit($0.summary.moveMode).symbol), " } ?? ""
    answer.notes.append(
      "Units: \(units)exercise in min, stand in h. A difference is more than 0.5 kcal, or any in min and h.")
    return answer
  }
}
