/// The table of results.
struct Report {
  /// One line of the table.
  struct Row {
    let measured: String
    let ours: String
    let baseline: String
    /// The ratio to the baseline; nil if there is none.
    let ratio: Double?
    let cpuRatio: Double?
    let goal: String
    let isMet: Bool?

    var figure: String {
      guard let ratio else { return "" }
      return "\(Figure.digits(ratio)) x" + (cpuRatio.map { " (CPU \(Figure.digits($0)) x)" } ?? "")
    }
  }

  private(set) var rows: [Row] = []

  /// A figure that is compared with a named baseline of the same run.
  ///
  /// - Parameters:
  ///   - allowance: what the goal allows in addition to the ratio, in words.
  ///   - isMet: whether the goal is met, if the ratio alone does not determine it.
  mutating func compare(
    _ measured: String, _ ours: String, to baseline: String, ratio: Double, cpuRatio: Double? = nil,
    atMost goal: Double, plus allowance: String? = nil, isMet: Bool? = nil
  ) {
    rows.append(
      Row(
        measured: measured, ours: ours, baseline: baseline,
        ratio: ratio, cpuRatio: cpuRatio,
        goal: (goal < 1 && (1 / goal).rounded() == 1 / goal
          ? "<= 1/\(Figure.digits(1 / goal))" : "<= \(Figure.digits(goal)) x")
          + (allowance.map { " + \($0)" } ?? ""),
        isMet: isMet ?? (ratio <= goal)))
  }

  /// A program's time, compared with a baseline's.
  mutating func compare(_ measured: String, _ ours: Cost, to name: String, _ baseline: Cost, atMost goal: Double) {
    let ratio = ours.ratio(to: baseline)
    compare(
      measured, ours.text, to: "\(name): \(baseline.text)", ratio: ratio.wall, cpuRatio: ratio.cpu, atMost: goal)
  }

  /// A figure with its own limit.
  mutating func limit(
    _ measured: String, _ ours: String, baseline: String = "", ratio: Double? = nil, goal: String, isMet: Bool
  ) {
    rows.append(
      Row(
        measured: measured, ours: ours, baseline: baseline, ratio: ratio, cpuRatio: nil,
        goal: goal, isMet: isMet))
  }

  /// A figure without a goal.
  mutating func tell(_ measured: String, _ ours: String, baseline: String = "", ratio: Double? = nil) {
    rows.append(
      Row(
        measured: measured, ours: ours, baseline: baseline, ratio: ratio, cpuRatio: nil,
        goal: "", isMet: nil))
  }

  /// The table in Markdown.
  var markdown: String {
    var lines = [
      "| Measured | ringtop | Baseline | Ratio | Goal | Met |",
      "|---|---|---|--:|--:|---|",
    ]
    for row in rows {
      let met = row.isMet.map { $0 ? "yes" : "**no**" } ?? ""
      lines.append("| \(row.measured) | \(row.ours) | \(row.baseline) | \(row.figure) | \(row.goal) | \(met) |")
    }
    return lines.joined(separator: "\n")
  }
}
