import Configuration
import Foundation
import HealthAnalysis
import HealthModel
import Presentation
import Processes
import Reports
import Sharing

/// An event as passed on: a sentence, variables and JSON.
struct FactReport {
  let fact: Fact
  let today: DaySummary
  /// The days of the event: the current week, or for a weekly summary the previous one.
  let week: [DaySummary]
  /// The first and the last day with data; nil without any.
  var known: ClosedRange<Day>?
  let newest: Date?
  var night: NightState?
  let now: Date
  /// The path of the store.
  let store: String
  let formatting: Formatting

  /// One sentence for a person.
  var text: String {
    switch fact.event {
    case .ringsChanged:
      return Ring.allCases.map { ring in
        "\(ring.name) \(today[ring].shownPercent.map { "\($0)%" } ?? "-")"
      }.joined(separator: ", ") + "."
    case .ringClosed:
      let ring = fact.ring ?? .move
      var words = RingWords(ring, of: today, formatting: formatting)
      // The origin of the goal is irrelevant here.
      words.goalIsDefault = false
      return "\(ring.name) is closed: \(words.amount())."
    case .allClosed:
      let rings = today.countedRings
      guard rings.count < Ring.allCases.count else { return "All rings are closed." }
      return "All rings that count today are closed: \(rings.map(\.name).joined(separator: ", "))."
    case .goalReached:
      guard let goal = fact.goal else { return "A goal is reached." }
      return "\(goal.goal.title): the goal is reached, \(goal.words(formatting, separator: " of "))."
    case .vitalsOutOfRange: return (night?.words ?? "Vitals outside their usual range") + "."
    case .record:
      guard let record = fact.record, let before = record.previous else { return "A record was set." }
      return "\(record.name.title): \(record.words(formatting)), before \(record.name.words(before, formatting))."
    case .standReminder:
      let minutes = Int(FactFinder.reminderLead / 60)
      return "Time to stand: this hour ends in \(formatting.count(minutes, "minute"))."
    case .weeklySummary:
      let counts = Ring.allCases.map { ring in
        let days = ClosedDays(week, known: known, ring: ring)
        return "\(ring.name) "
          + (days.counted == 0 ? "-" : "on \(days.closed) of \(formatting.count(days.counted, "day"))")
      }
      return "Last week's rings were closed: " + counts.joined(separator: ", ") + "."
    case .friendClosed: return "\(fact.friend?.name ?? "") has closed all rings."
    case .competitionEnded:
      let words = fact.standing?.words(formatting) ?? ""
      return "The competition with \(fact.friend?.name ?? "") is over: \(words)."
    case .dataStale:
      guard let newest else { return "There is no new data." }
      let minutes = Int((max(0, now.timeIntervalSince(newest)) / 60).rounded(.down))
      let hours = minutes / 60
      let age =
        hours < 1
        ? formatting.count(minutes, "minute")
        : hours < 48 ? formatting.count(hours, "hour") : formatting.count(hours / 24, "day")
      return "The newest data is \(age) old."
    }
  }

  /// The environment variables of a command.
  var variables: [String: String] {
    var variables = [
      "RINGTOP_EVENT": fact.event.rawValue, "RINGTOP_TEXT": text, "RINGTOP_DATE": today.day.description,
      "RINGTOP_STORE": store,
    ]
    if let ring = fact.ring { variables["RINGTOP_RING"] = ring.key }
    for ring in Ring.allCases {
      let name = "RINGTOP_" + ring.key.uppercased()
      let value = today[ring]
      variables[name] = value.shownValue.map(String.init) ?? ""
      variables[name + "_GOAL"] = value.shownGoal.map(String.init) ?? ""
      variables[name + "_PERCENT"] = value.shownPercent.map(String.init) ?? ""
      variables[name + "_LEFT"] = value.shownLeft.map(String.init) ?? ""
      variables[name + "_CLOSED"] = today.lacks(ring) ? "" : value.isClosed ? "1" : "0"
    }
    if let goal = fact.goal {
      variables["RINGTOP_GOAL_TYPE"] = TypeName.short(for: goal.goal.type)
      variables["RINGTOP_GOAL_PERIOD"] = "\(goal.goal.period)"
      variables["RINGTOP_GOAL_VALUE"] = goal.shownValue(formatting)?.shortText ?? ""
      variables["RINGTOP_GOAL"] = goal.shownGoal(formatting)?.shortText ?? ""
    }
    if let record = fact.record { variables["RINGTOP_RECORD"] = record.name.rawValue }
    if let friend = fact.friend { variables["RINGTOP_FRIEND"] = friend.name }
    if let newest { variables["RINGTOP_NEWEST"] = newest.formatted(.iso8601) }
    return variables
  }

  /// The standard input of a command, and the output of `ringtop watch --json`: one object on one line.
  func json() throws -> String {
    try Output.json(
      Object(
        event: fact.event.rawValue, ring: fact.ring?.key, goal: fact.goal.map { GoalJSON($0) },
        measures: measures, friend: fact.friend?.name, text: text,
        time: now.formatted(.iso8601),
        newest: newest?.formatted(.iso8601), today: SummaryJSON(today), week: week.map(SummaryJSON.init)))
  }

  /// The record, or the vitals outside their ranges; nil for other events.
  private var measures: [MeasureJSON]? {
    switch fact.event {
    case .record: fact.record.map { [MeasureJSON($0, today.day)] }
    case .vitalsOutOfRange: night?.outside.map { MeasureJSON($0, today.day) }
    default: nil
    }
  }

  private struct Object: Encodable {
    var event: String
    var ring: String?
    var goal: GoalJSON?
    var measures: [MeasureJSON]?
    var friend: String?
    var text: String
    var time: String
    var newest: String?
    var today: SummaryJSON
    var week: [SummaryJSON]
  }
}
