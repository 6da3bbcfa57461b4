import HealthAnalysis
import HealthModel
import Presentation

extension DayPage {
  /// A few complete sentences, for a greeting or to be read aloud.
  var sentences: String {
    var lines: [String] = []
    if let summary, summary.basis != .none {
      lines.append("\(heading).")
      lines += rings.map { sentence($0, of: summary) + paceSentence($0, of: summary) }
      lines += goals.map(sentence)
      if summary.isPaused { lines.append(Self.pauseSentence) }
      if !facts.isEmpty { lines.append("\(facts).") }
    } else {
      lines.append(facts.isEmpty && day <= today ? "\(heading): no data." : "\(heading). \(absence)")
    }
    if let night { lines.append("\(night.words).") }
    let days = ClosedDays(week, known: known) { day in summaries.first { $0.day == day } }
    let names = rings == [.move] ? "the ring was closed" : "all rings were closed"
    let isKnown = summaries.contains { week.contains($0.day) && $0.basis != .none }
    if isKnown, days.counted > 0 {
      let all = "\(days.counted) \(days.counted == 1 ? "day" : "days")"
      lines.append("In the week of \(formatting.dates(week, false)) \(names) on \(days.closed) of \(all).")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rings: [Ring] { summaries.knowOnlyMove ? [.move] : Ring.allCases }

  /// The usual value at this hour, preceded by a blank; empty if it is unknown.
  private func paceSentence(_ ring: Ring, of summary: DaySummary) -> String {
    guard let pace = RingPace(ring, of: summary, usual: usual, now: now) else { return "" }
    return " " + pace.sentence(ring.unit(summary.moveMode, energy: formatting.energy), formatting)
  }

  private func sentence(_ goal: GoalProgress) -> String {
    let isOver = goal.days.upperBound < today
    let verb = isOver ? "was" : "is"
    let remainder = goal.remainder(isOver: isOver, formatting)
    guard let percent = goal.amount.shownPercent, goal.amount.value != nil else {
      return "\(goal.goal.title): \(remainder)."
    }
    let share = "\(goal.words(formatting, separator: " of ")), \(percent)%"
    return goal.amount.isClosed
      ? "\(goal.goal.title) \(verb) reached: \(share)." : "\(goal.goal.title) \(verb) at \(share); \(remainder)."
  }

  private func sentence(_ ring: Ring, of summary: DaySummary) -> String {
    let words = words(ring, of: summary)
    let verb = isOver ? "was" : "is"
    guard let value = words.value else { return "\(words.name): \(words.remainder)." }
    guard let goal = words.goal else { return "\(words.name) \(verb) at \(value) \(words.unit), without a goal." }
    let share =
      "\(value) of \(goal) \(words.unit)\(words.goalIsDefault ? " (a default goal)" : "")"
      + (words.percentText.map { ", \($0)" } ?? "")
    return words.isClosed
      ? "\(words.name) \(verb) closed: \(share)." : "\(words.name) \(verb) at \(share); \(words.remainder)."
  }
}
