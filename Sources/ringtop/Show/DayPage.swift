import Dashboard
import HealthModel

/// A day and its week in words: for pipes, journals, screen readers.
struct DayPage {
  var day: Day
  var today: Day
  var week: ClosedRange<Day>
  /// More days than the week, as far as a streak may reach.
  var summaries: [DaySummary]
  var activity: DayActivity

  private let formatting = Formatting.english

  var summary: DaySummary? { summaries.first { $0.day == day } }

  var heading: String {
    let when = day == today ? " (today)" : day == today - 1 ? " (yesterday)" : ""
    return formatting.longDate(day) + when
  }

  static let pauseSentence = "The rings are paused on this day."
  static let names: [Ring: String] = [.move: "Move", .exercise: "Exercise", .stand: "Stand"]

  // MARK: - Plain

  var plain: String {
    var lines = [heading]
    guard let summary, summary.basis != .none else {
      lines.append("No data for this day.")
      return (lines + [""] + weekTable).joined(separator: "\n") + "\n"
    }
    var table = TextTable(alignments: [.left, .left, .right, .right, .left], rows: [])
    for ring in Ring.allCases {
      table.rows.append([
        Self.names[ring] ?? "", bar(summary[ring].progress),
        SummaryTableText.valueAndGoal(summary[ring]) + " " + RingUnit.symbol(ring, mode: summary.moveMode),
        SummaryTableText.percentage(summary[ring]), left(ring, summary),
      ])
    }
    lines += table.lines()
    if summary.isPaused { lines.append(Self.pauseSentence) }
    if summary.basis == .computed {
      lines.append("Computed from samples; Apple's own summary of this day is not there.")
    }
    if !activitySentence.isEmpty { lines.append(activitySentence) }
    return (lines + [""] + weekTable).joined(separator: "\n") + "\n"
  }

  /// Twenty cells; a second lap shows as `+`.
  private func bar(_ progress: Double) -> String {
    guard progress.isFinite, progress > 0 else { return String(repeating: ".", count: 20) }
    let full = Int(min(progress, 1) * 20)
    let over = Int(min(max(progress - 1, 0), 1) * 20)
    return String(repeating: "+", count: over) + String(repeating: "#", count: full - min(full, over))
      + String(repeating: ".", count: 20 - full)
  }

  func left(_ ring: Ring, _ summary: DaySummary) -> String {
    let value = summary[ring]
    guard value.shownValue != nil else { return "" }
    guard let rest = value.shownLeft else { return "no goal" }
    return rest == 0 ? "closed" : "\(rest) \(RingUnit.symbol(ring, mode: summary.moveMode)) left"
  }

  var activitySentence: String {
    var parts: [String] = []
    if activity.steps > 0 { parts.append(formatting.number(activity.steps.rounded(), 0) + " steps") }
    if activity.distance > 0 { parts.append(formatting.distance(activity.distance)) }
    return parts.joined(separator: ", ")
  }

  private var weekTable: [String] {
    var table = TextTable(
      alignments: [.left, .right, .right, .right, .left], rows: [["Week", "Move", "Exercise", "Stand", ""]])
    for summary in summaries where week.contains(summary.day) {
      table.rows.append(
        [formatting.shortDate(summary.day)]
          + Ring.allCases.map { ring in
            summary[ring].value == nil ? "-" : SummaryTableText.percentage(summary[ring])
          } + [summary.basis != .none && summary.isClosed ? "all closed" : ""])
    }
    return table.lines()
  }

  // MARK: - Markdown

  /// For a journal: a heading, a table of the day, a table of the week.
  var markdown: String {
    var lines = ["## \(formatting.longDate(day))", ""]
    if let summary, summary.basis != .none {
      lines += ["| Ring | Value | Goal | |", "| --- | ---: | ---: | ---: |"]
      for ring in Ring.allCases {
        let unit = RingUnit.symbol(ring, mode: summary.moveMode)
        let value = summary[ring].shownValue.map { "\($0) \(unit)" } ?? "–"
        let goal = summary[ring].shownGoal.map { "\($0) \(unit)" } ?? "–"
        lines.append(
          "| \(Self.names[ring] ?? "") | \(value) | \(goal) | \(SummaryTableText.percentage(summary[ring])) |")
      }
      if summary.isPaused { lines += ["", Self.pauseSentence] }
      if !activitySentence.isEmpty { lines += ["", activitySentence + "."] }
    } else {
      lines.append("No data for this day.")
    }
    lines += ["", "| Day | Move | Exercise | Stand |", "| --- | ---: | ---: | ---: |"]
    for summary in summaries where week.contains(summary.day) {
      let cells = Ring.allCases.map { summary[$0].value == nil ? "–" : SummaryTableText.percentage(summary[$0]) }
      lines.append("| \(formatting.shortDate(summary.day)) | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
