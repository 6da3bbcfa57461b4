import HealthModel
import Presentation

/// One JSON object per line, for a waybar custom module with `return-type` `json`.
///
/// `percentage` is Move's, at most 100, because waybar uses it as an index into `format-icons`. `class` lists classes
/// for style sheets: `move-open`, `move-closed`, `move-unknown` and so on, `closed`, `paused`, `default-goals`, `no-data`, and for a
/// problem `problem` and its kind, such as `problem-busy`.
struct WaybarStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    StatusJSON.line(
      Object(
        text: Pango.markup(content.text), tooltip: Pango.escaped(Self.tooltip(content.snapshot)),
        class: Self.classes(content.snapshot), alt: Self.alternative(content.snapshot),
        percentage: Self.percentage(content.snapshot)))
  }

  private struct Object: Encodable {
    var text: String
    var tooltip: String
    var `class`: [String]
    var alt: String
    var percentage: Int?
  }

  /// nil if Move alone is unknown.
  private static func percentage(_ snapshot: StatusSnapshot) -> Int? {
    snapshot.known?.lacks(.move) == true ? nil : min(100, snapshot.known?.move.shownPercent ?? 0)
  }

  static func classes(_ snapshot: StatusSnapshot) -> [String] {
    var classes: [String] = []
    if let summary = snapshot.known {
      for ring in Ring.allCases where summary[ring].shownGoal != nil {
        let state = summary.lacks(ring) ? "unknown" : summary[ring].isClosed ? "closed" : "open"
        classes.append("\(ring.key)-\(state)")
      }
      if summary.isClosed { classes.append("closed") }
      if summary.isPaused { classes.append("paused") }
      if summary.hasDefaultGoal { classes.append("default-goals") }
    } else if snapshot.problem == nil {
      classes.append("no-data")
    }
    if let problem = snapshot.problem { classes += ["problem", "problem-\(problem.rawValue)"] }
    return classes
  }

  private static func alternative(_ snapshot: StatusSnapshot) -> String {
    guard let summary = snapshot.known else { return snapshot.problem == nil ? "no-data" : "problem" }
    if summary.isPaused { return "paused" }
    return summary.isClosed ? "closed" : "open"
  }

  /// The tooltip: the date, a line for each ring, the streak, and any problem.
  private static func tooltip(_ snapshot: StatusSnapshot) -> String {
    var lines: [String] = []
    if let day = snapshot.day { lines.append("\(Formatting.english.weekday(day)) \(day)") }
    if let summary = snapshot.known {
      if summary.isPaused { lines.append("Paused") }
      lines += Ring.allCases.map { ringLine(summary, $0) }
    } else if snapshot.problem == nil {
      lines.append("No data")
    }
    if let streak = snapshot.streak { lines.append("Streak \(streak) \(streak == 1 ? "day" : "days")") }
    if let problem = snapshot.problem { lines.append(problem.advice) }
    return lines.joined(separator: "\n")
  }

  private static func ringLine(_ summary: DaySummary, _ ring: Ring) -> String {
    if summary.lacks(ring) { return "\(ring.name) -, not recorded" }
    let values = summary[ring]
    let value = values.shownValue.map(String.init) ?? "-"
    let unit = ring.unit(summary.moveMode).symbol
    guard let goal = values.shownGoal else { return "\(ring.name) \(value) \(unit), no goal" }
    let percent = values.shownPercent.map { ", \($0)%" } ?? ""
    return "\(ring.name) \(value)/\(goal) \(unit)\(percent)\(values.goalIsDefault ? " (default goal)" : "")"
  }
}
