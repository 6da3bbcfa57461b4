import Dashboard
import HealthModel

extension DayPage {
  /// A few whole sentences, for a greeting or to be read aloud.
  var sentences: String {
    let formatting = Formatting.english
    var lines: [String] = []
    if let summary, summary.basis != .none {
      lines.append("\(heading).")
      lines += rings.map { sentence($0, of: summary) }
      if summary.isPaused { lines.append(Self.pauseSentence) }
      if !activitySentence.isEmpty { lines.append("\(activitySentence).") }
    } else {
      lines.append("\(heading): nothing is known of this day.")
    }
    let days = summaries.filter { week.contains($0.day) && $0.basis != .none && !$0.isPaused }
    let count = days.count { (rings == [.move] ? $0.moveOnly : $0).isClosed }
    let names = rings == [.move] ? "the ring was closed" : "all rings were closed"
    if !days.isEmpty {
      let all = "\(days.count) \(days.count == 1 ? "day" : "days")"
      lines.append("In the week of \(formatting.dates(week, false)) \(names) on \(count) of \(all).")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rings: [Ring] { summaries.knowOnlyMove ? [.move] : Ring.allCases }

  private func sentence(_ ring: Ring, of summary: DaySummary) -> String {
    let name = Self.names[ring] ?? ""
    let unit = RingUnit.symbol(ring, mode: summary.moveMode)
    let value = summary[ring]
    guard let amount = value.shownValue else { return "\(name): nothing is known." }
    guard value.shownGoal != nil else { return "\(name) is at \(amount) \(unit), without a goal." }
    let reached = SummaryTableText.valueAndGoal(value, separator: " of ")
    let share = "\(reached) \(unit), \(SummaryTableText.percentage(value))"
    return value.isClosed ? "\(name) is closed: \(share)." : "\(name) is at \(share); \(left(ring, summary))."
  }
}
