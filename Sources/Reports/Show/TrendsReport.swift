import Dashboard
import HealthAnalysis
import HealthModel
import Presentation
import Processes

/// The trends as a table, or the reason why there are none.
struct TrendsReport: ViewReport {
  let report: TrendReport
  let formatting: Formatting

  init(_ source: ReportSource) throws {
    report = try TrendsQuery(today: source.today).run(in: source)
    formatting = source.formatting
  }

  var plain: String? {
    guard !report.trends.isEmpty else { return report.emptyWords(formatting).joined(separator: " ") + "\n" }
    var table = TextTable(
      alignments: [.left, .left, .right, .right, .right, .left],
      rows: [["", "Trend", "90 days", "365 days", "Change", ""]])
    for trend in report.trends {
      let arrow = trend.direction == .up ? "^" : trend.direction == .down ? "v" : "="
      table.rows.append([
        arrow, trend.metric.name, trend.metric.words(trend.recent, formatting, report.moveMode),
        trend.metric.words(trend.usual, formatting, report.moveMode), trend.changeWords(formatting) ?? "",
        trend.turningWords(formatting, report.moveMode) ?? "",
      ])
    }
    return table.text
  }

  var json: any Encodable { JSON(report: report) }

  private struct JSON: Encodable {
    let report: TrendReport

    private enum Key: String, CodingKey {
      case today, trends, name, direction, recent, usual, change, unit, turning, turningDays, weeks
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(report.today.description, forKey: .today)
      var trends = container.nestedUnkeyedContainer(forKey: .trends)
      for trend in report.trends {
        // Scripts get fixed units, whatever the settings.
        let unit = trend.metric.unit(.english, report.moveMode)
        var object = trends.nestedContainer(keyedBy: Key.self)
        try object.encode(trend.metric.rawValue, forKey: .name)
        try object.encode(trend.direction.rawValue, forKey: .direction)
        try object.encode((trend.recent * unit.scale).written, forKey: .recent)
        try object.encode((trend.usual * unit.scale).written, forKey: .usual)
        try object.encode(trend.change?.written, forKey: .change)
        try object.encode(trend.metric.unitKey(report.moveMode), forKey: .unit)
        try object.encode(trend.turning.map { ($0 * unit.scale).written }, forKey: .turning)
        try object.encode(Trend.turningDays, forKey: .turningDays)
        try object.encode(trend.weeks.map { $0.map { ($0 * unit.scale).written } }, forKey: .weeks)
      }
    }
  }
}

extension TrendMetric {
  /// The unit in JSON.
  fileprivate func unitKey(_ moveMode: MoveMode) -> String {
    switch self {
    case .steps, .flights: "count"
    case .restingHeartRate: "count/min"
    default: unit(.english, moveMode).symbol
    }
  }
}
