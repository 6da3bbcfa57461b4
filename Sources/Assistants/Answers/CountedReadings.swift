import Foundation
import HealthDatabase
import HealthExport
import HealthImport
import HealthModel
import HealthQueries
import Reports

/// The hours in which the person stood, from the days' rings as `ringtop summary` has them.
struct StandHours {
  private let context: ToolContext

  init(_ context: ToolContext) { self.context = context }

  /// The days of which the hours are known.
  static func values(_ days: ClosedRange<Day>, _ context: ToolContext) throws -> [(day: Day, value: Double)] {
    try context.store.summaries(days).compactMap { summary in summary.stand.value.map { (summary.day, $0) } }
  }

  func answer(_ days: ClosedRange<Day>, _ arguments: ToolArguments, offset: Int) throws -> Answer {
    try context.sharing.require(TypeIdentifier.activitySummary)
    guard ["sum", nil].contains(arguments.text("statistic")), arguments.text("unit") == nil else {
      throw Refusal("Stand is a number of hours: ask for the sum, whose answer has perDay, or for the rows by day.")
    }
    let values = try Self.values(days, context)
    let sum = values.isEmpty ? nil : values.reduce(0) { $0 + $1.value }
    var answer = Answer(
      sum.map {
        "Hours stood \(context.words(days)): \(JSONValue.measured($0).serialized) h; \(values.count) of \(days.count) "
          + "days have data."
      } ?? "There are no data of stand hours \(context.words(days)): unknown, not 0.")
    answer.add("type", "stand")
    answer.add("statistic", "sum")
    answer.add("value", .measured(sum))
    answer.add("unit", "h")
    answer.add("period", try context.period(days, withData: values.count))
    if let sum { answer.add("perDay", .measured(sum / Double(values.count))) }
    answer.add("how", "The number of hours of each day in which the person stood for a minute, as in the Stand ring.")
    if let interval = arguments.text("by") {
      guard let parsed = try? QueryInterval(interval), parsed.hasWholeDays else {
        throw Refusal("Stand hours can be listed by day, week, month or year.")
      }
      let rows = parsed.sums(values, weekStart: context.weekStart)
      answer.table = Answer.Table(
        columns: [interval == "day" ? "date" : "\(interval) from", "sum"],
        rows: rows.dropFirst(offset).map { [.text($0.start.description), .measured($0.sum)] }, offset: offset)
    }
    return answer
  }
}

/// How often an event of a category was recorded.
struct EventCounts {
  private let context: ToolContext
  private let entry: CategoryTypeEntry

  init(_ context: ToolContext, _ entry: CategoryTypeEntry) {
    (self.context, self.entry) = (context, entry)
  }

  func answer(_ days: ClosedRange<Day>, _ arguments: ToolArguments, offset: Int) throws -> Answer {
    guard ["count", nil].contains(arguments.text("statistic")), arguments.text("unit") == nil else {
      throw Refusal(
        "\(Untrusted.name(ofType: entry.identifier)) is an event without an amount: ask for the statistic count.")
    }
    let interval = try arguments.text("by").map { text in
      guard let parsed = try? QueryInterval(text), parsed.hasWholeDays else {
        throw Refusal("Events can be counted by day, week, month or year.")
      }
      return parsed
    }
    let request = try QueryRequest(
      .category(entry), unit: nil, condition: nil, every: nil, statistic: nil, by: nil, formatting: context.formatting)
    let intervals = try context.store.intervals(of: days)
    var counts = Counts()
    var index = 0
    try QuerySamples(request: request, store: context.health).run(days) { rows in
      for row in rows {
        while index + 1 < intervals.count, row.start >= intervals[index].interval.upperBound { index += 1 }
        let day = intervals[index].day
        counts.byDay[day, default: 0] += 1
        counts.byValue[value(row), default: 0] += 1
      }
    }
    var answer = Answer(
      counts.all == 0
        ? "No \(Untrusted.name(ofType: entry.identifier)) was recorded \(context.words(days)). Whether there was any is unknown."
        : "\(Untrusted.name(ofType: entry.identifier)) was recorded \(counts.all) time\(counts.all == 1 ? "" : "s") \(context.words(days)), on \(counts.byDay.count) of \(days.count) days."
    )
    answer.add("type", .text(Untrusted.name(ofType: entry.identifier)))
    answer.add("statistic", "count")
    answer.add("value", counts.all == 0 ? .null : .count(counts.all))
    answer.add("unit", "samples")
    answer.add("period", try context.period(days, withData: counts.byDay.count))
    answer.add("how", "The number of samples of all sources; sources are not merged.")
    if counts.byValue.count > 1 || counts.byValue.keys.first.map({ $0 != "notApplicable" }) ?? false {
      answer.add(
        "values", .object(counts.byValue.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .count($0.value)) }))
    }
    if let interval {
      let rows = interval.sums(counts.byDay.sorted { $0.key < $1.key }.map { ($0, $1) }, weekStart: context.weekStart)
      answer.table = Answer.Table(
        columns: ["from", "count"],
        rows: rows.dropFirst(offset).map { [.text($0.start.description), .count($0.sum)] }, offset: offset)
    }
    return answer
  }

  /// The value's name in the catalog; one that is not there comes from the data, as a word or as a number.
  private func value(_ row: QueryRow) -> String {
    guard let name = row.name else { return row.value.map(\.shortText) ?? "notApplicable" }
    return entry.values.members.contains { $0.name == name } ? name : Untrusted.quoted(name)
  }

  private struct Counts {
    var byDay: [Day: Int] = [:]
    var byValue: [String: Int] = [:]

    var all: Int { byValue.values.reduce(0, +) }
  }
}

extension QueryInterval {
  /// The sums of values of days, which are ascending, by intervals of whole days.
  fileprivate func sums<Value: Numeric>(
    _ values: [(day: Day, value: Value)], weekStart: Int
  ) -> [(start: Day, sum: Value)] {
    values.reduce(into: []) { rows, entry in
      let first = start(entry.day, weekStart: weekStart)
      if rows.last?.start == first {
        rows[rows.count - 1].sum += entry.value
      } else {
        rows.append((first, entry.value))
      }
    }
  }
}
