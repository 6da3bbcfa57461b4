import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
package import HealthModel
import HealthQueries
import Presentation
import Sharing

/// A day and its week as text: for pipes, journals, screen readers.
package struct DayPage: ViewReport {
  var day: Day
  var today: Day
  var week: ClosedRange<Day>
  /// More days than the week, for the streak.
  var summaries: [DaySummary]
  /// The first and the last day with data.
  var known: ClosedRange<Day>?
  var activity: DayActivity
  /// The user's own goals of the day and its week.
  var goals: [GoalProgress] = []
  /// The night that ends on the day; nil if nothing can be said of it.
  var night: NightState?
  /// Whether the store has a row of Apple's for the day, used or not.
  var hasAppleSummary = false
  /// What days like today usually have come to, where the day is today.
  var usual: UsualHours?
  var now = Date.distantPast
  var formatting = Formatting.english

  var summary: DaySummary? { summaries.first { $0.day == day } }

  /// Whether the day has ended.
  var isOver: Bool { day < today }

  var heading: String {
    let when = day == today ? " (today)" : day == today - 1 ? " (yesterday)" : ""
    return formatting.longDate(day) + when
  }

  static let pauseSentence = "The rings are paused on this day."
  static let defaultSentence = "* A default, because no goal has been set. \"ringtop goals set\" sets one."

  /// What the numbers of a day do not say themselves.
  package static func notes(_ summary: DaySummary) -> [String] {
    (summary.basis != .none && summary.hasDefaultGoal ? [defaultSentence] : [])
      + (summary.isPaused ? [pauseSentence] : [])
  }

  func words(_ ring: Ring, of summary: DaySummary) -> RingWords {
    RingWords(ring, of: summary, isOver: summary.day < today, formatting: formatting)
  }

  var facts: String {
    formatting.facts(of: activity).joined(separator: ", ")
  }

  /// What there is of a day without data for the rings.
  var absence: String {
    if day > today { return "This day has not come yet." }
    let facts = formatting.factsWithoutRings(of: activity)
    return facts.isEmpty ? "No data for this day." : "No data for the rings: \(facts.joined(separator: ", "))."
  }

  var json: any Encodable {
    DayJSON(day: day, week: week, summaries: summaries, goals: goals.map { GoalJSON($0) }, night: night)
  }

  // MARK: - Plain

  var plain: String? {
    var lines = [heading]
    guard let summary, summary.basis != .none else {
      lines.append(absence)
      if let night { lines.append("\(night.words).") }
      lines += TextTable(alignments: [.left, .left, .right, .right, .left], rows: goals.map(row)).lines()
      return (lines + [""] + weekTable).joined(separator: "\n") + "\n"
    }
    var table = TextTable(alignments: [.left, .left, .right, .right, .left], rows: [])
    for ring in Ring.allCases {
      let words = words(ring, of: summary)
      table.rows.append([
        words.name, summary.lacks(ring) ? "" : bar(summary[ring].progress), words.amount(), words.percentText ?? "",
        words.isClosed ? "closed" : words.remainder,
      ])
    }
    table.rows += goals.map(row)
    lines += table.lines()
    lines += Self.notes(summary)
    if summary.basis == .computed {
      lines.append(
        hasAppleSummary
          ? "Computed from samples; Apple's summary was made before the day was over, or has no numbers."
          : "Computed from samples; Apple's own summary of this day is missing.")
    }
    if !facts.isEmpty { lines.append(facts) }
    if let night { lines.append("\(night.words).") }
    return (lines + [""] + weekTable).joined(separator: "\n") + "\n"
  }

  private func row(_ goal: GoalProgress) -> [String] {
    [
      goal.goal.title, bar(goal.amount.progress), goal.words(formatting),
      goal.amount.shownPercent.map { "\($0)%" } ?? "",
      goal.amount.value == nil ? "" : goal.remainder(isOver: goal.days.upperBound < today, formatting),
    ]
  }

  /// Twenty cells; a second lap is shown as `+`.
  private func bar(_ progress: Double) -> String {
    guard progress.isFinite, progress > 0 else { return String(repeating: ".", count: 20) }
    let full = Int(Rounding.down(min(progress, 1) * 20))
    let over = Int(Rounding.down(min(max(progress - 1, 0), 1) * 20))
    return String(repeating: "+", count: over) + String(repeating: "#", count: full - min(full, over))
      + String(repeating: ".", count: 20 - full)
  }

  private var weekTable: [String] {
    var table = TextTable(
      alignments: [.left, .right, .right, .right, .left], rows: [["Week"] + Ring.allCases.map(\.name) + [""]])
    table.rows += weekRows("-").map { $1 + [$0.mark] }
    return table.lines()
  }

  /// The days of the week with their percentages.
  private func weekRows(_ dash: String) -> [(summary: DaySummary, cells: [String])] {
    summaries.filter { week.contains($0.day) }.map { summary in
      let percentages = Ring.allCases.map { ring in
        summary[ring].value == nil ? dash : words(ring, of: summary).percentText ?? ""
      }
      return (summary, [formatting.shortDate(summary.day)] + percentages)
    }
  }

  // MARK: - Markdown

  /// For a journal: a heading, a table of the day, a table of the week.
  var markdown: String {
    var lines = ["## \(formatting.longDate(day))", ""]
    if let summary, summary.basis != .none {
      lines += ["| Ring | Value | Goal | |", "| --- | ---: | ---: | ---: |"]
      for ring in Ring.allCases {
        let words = words(ring, of: summary)
        let value = words.value.map { "\($0) \(words.unit)" } ?? "–"
        // A single asterisk is emphasis in Markdown.
        let goal = words.goal.map { "\($0) \(words.unit)" + (words.goalIsDefault ? " (default)" : "") } ?? "–"
        lines.append("| \(words.name) | \(value) | \(goal) | \(words.percentText ?? "") |")
      }
      for goal in goals {
        let cells = [
          goal.goal.title, goal.valueWords(formatting) ?? "–", formatting.amount(goal.amount.goal ?? 0, of: goal.goal),
          goal.amount.shownPercent.map { "\($0)%" } ?? "",
        ]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
      if summary.isPaused { lines += ["", Self.pauseSentence] }
      if !facts.isEmpty { lines += ["", facts + "."] }
    } else {
      lines.append(absence)
    }
    if let night { lines += ["", "\(night.words)."] }
    lines += ["", "| Day | Move | Exercise | Stand |", "| --- | ---: | ---: | ---: |"]
    lines += weekRows("–").map { "| \($1.joined(separator: " | ")) |" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DaySummary {
  /// What a table says of the whole day.
  var mark: String { isPaused ? "paused" : basis != .none && isClosed ? "all closed" : "" }
}

extension DayPage {
  init(_ source: ReportSource) throws {
    let (day, store) = (source.day, source.store)
    self.init(
      day: day, today: source.today, week: source.week, summaries: try store.shownSummaries(source.aroundDay),
      known: source.known, activity: try store.activity(day),
      goals: try store.goalProgress(day...day, weekStart: source.weekStart),
      night: try NightStateQuery(day: day).run(in: source),
      hasAppleSummary: try store.audit(day...day).contains { $0.hasAppleSide }, now: source.now,
      formatting: source.formatting)
  }
}
