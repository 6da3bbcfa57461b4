import Foundation
import HealthAnalysis
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Reports

/// The nights of a period.
struct SleepTool: AssistantTool {
  let name = "sleep"
  let title = "Sleep"
  let description = """
    The nights of a period: hours asleep, in bed and in each stage, bedtime and time of waking up, and their means. A night \
    belongs to the day of waking up. Each moment counts once, from the best source of the night.
    """
  let parameters: [ToolParameter] = [.period, .limit, .cursor]
  let results =
    [
      .periodResult, ToolParameter("nights", .number, "With data."), ToolParameter("meanAsleep_h", .number),
      ToolParameter("meanInBed_h", .number),
    ] + ToolParameter.rows

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    try context.sharing.require(TypeIdentifier.sleepAnalysis)
    let days = try context.days(arguments.text("period"), of: [TypeIdentifier.sleepAnalysis])
    guard days.count <= 3_700 else { throw Refusal("Nights are for at most ten years. Ask for a shorter period.") }
    let offset = try Answer.offset(arguments.text("cursor"))
    let nights = try context.source.nights(days)
    // A night of which only the time in bed is known says nothing of sleep.
    let slept = nights.compactMap(\.asleep)
    func mean(_ seconds: [Double]) -> Double? {
      seconds.isEmpty ? nil : seconds.reduce(0, +) / Double(seconds.count) / 3_600
    }
    let asleep = mean(slept)
    var answer = Answer(
      asleep.map {
        "Asleep \(Self.hours($0 * 3_600)) a night on average \(context.words(days)); \(slept.count) of \(days.count) "
          + "nights have data."
      } ?? "There are no data of sleep \(context.words(days)): unknown, not 0.")
    answer.add("period", try context.period(days, withData: slept.count))
    answer.add("nights", .count(slept.count))
    answer.add("meanAsleep_h", .measured(asleep.map(Self.rounded)))
    answer.add("meanInBed_h", .measured(mean(nights.map(\.inBed)).map(Self.rounded)))
    answer.table = Answer.Table(
      columns: Self.columns, rows: try nights.reversed().dropFirst(offset).map { try Self.row($0, context) },
      offset: offset)
    answer.notes.append(
      "The date is the day of waking up; times are local; hours of sleep are those of the longest sleep, without naps.")
    return answer
  }

  private static let columns = [
    "date", "asleep_h", "naps_h", "inBed_h", "deep_h", "core_h", "rem_h", "awake_h", "bedtime", "wakeUp",
  ]

  private static func row(_ night: SleepNight, _ context: ToolContext) throws -> [JSONValue] {
    let zone = try context.store.zone(of: night.day)
    func hours(_ seconds: Double) -> JSONValue { seconds > 0 ? .measured(rounded(seconds / 3_600)) : .null }
    func hours(_ stage: SleepStage) -> JSONValue { hours(night.duration(stage)) }
    func clock(_ instant: Date) -> JSONValue { .text(String(context.time(instant, in: zone).suffix(5))) }
    return [
      .text(night.day.description), .measured(night.asleep.map { rounded($0 / 3_600) }), hours(night.naps),
      .measured(rounded(night.inBed / 3_600)), hours(.deep), hours(.core), hours(.rem), hours(.awake),
      clock(night.bedtime), clock(night.wakeUp),
    ]
  }

  /// A night as an object.
  static func json(_ night: SleepNight, _ context: ToolContext) throws -> JSONValue {
    .object(zip(columns, try row(night, context)).dropFirst().map { JSONValue.Member($0, $1) })
  }

  private static func rounded(_ hours: Double) -> Double { (hours * 100).rounded() / 100 }

  static func hours(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    return "\(minutes / 60) h \(minutes % 60) min"
  }
}
