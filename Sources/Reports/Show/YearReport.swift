import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes

/// All years: the totals of each, and every day of one year as a digit.
struct YearReport: ViewReport {
  /// The known days, without gaps.
  let summaries: [DaySummary]
  /// The first and the last day with data.
  let known: ClosedRange<Day>?
  let day: Day
  let today: Day
  let formatting: Formatting
  let weekStart: Int

  init(_ source: ReportSource) throws {
    self.init(
      summaries: try source.known.map(source.store.shownSummaries) ?? [], known: source.known, day: source.day,
      today: source.today, formatting: source.formatting, weekStart: source.weekStart)
  }

  init(
    summaries: [DaySummary], known: ClosedRange<Day>?, day: Day, today: Day, formatting: Formatting, weekStart: Int
  ) {
    (self.summaries, self.known) = (summaries, known)
    (self.day, self.today) = (day, today)
    (self.formatting, self.weekStart) = (formatting, weekStart)
  }

  private var rings: [Ring] { summaries.knowOnlyMove ? [.move] : Ring.allCases }

  private struct Year {
    var number: Int
    var totals: PeriodTotals
  }

  private var years: [Year] {
    Dictionary(grouping: summaries) { $0.day.fields.year }.sorted { $0.key < $1.key }.map {
      Year(number: $0, totals: PeriodTotals($1, known: known))
    }
  }

  // MARK: - Plain

  var plain: String? {
    var table = TextTable(
      alignments: [.left, .right] + rings.map { _ in .right }, rows: [["Year", "Closed"] + rings.map(\.name)])
    for year in years {
      table.rows.append(
        ["\(year.number)", "\(year.totals.closed) of \(year.totals.counted)"]
          + rings.map { formatting.sum(of: $0, in: year.totals) ?? "-" })
    }
    var lines = table.lines()
    if years.isEmpty { lines.append("No data.") }
    lines += [""] + grid + ["", "Digits: rings closed. p: paused. -: no data."]
    if let known, gridDays != day.year { lines.append("No data before \(known.lowerBound).") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The year of the day, without the months before the first data.
  private var gridDays: ClosedRange<Day> {
    let year = day.year
    guard let first = known?.lowerBound.month.lowerBound, year.contains(first) else { return year }
    return first...year.upperBound
  }

  /// These days: one row per weekday, one column per week, the number of closed rings as a digit.
  private var grid: [String] {
    let days = gridDays
    let first = days.lowerBound.week(startingOn: weekStart).lowerBound
    let byDay = Dictionary(summaries.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
    var labels = "\(day.fields.year)"
    for month in 1...12 {
      guard let start = Day(year: day.fields.year, month: month, day: 1), days.contains(start) else { continue }
      labels = labels.padding(to: max(labels.count == 4 ? 5 : labels.count + 1, 5 + (start - first) / 7))
      labels += formatting.month(month).prefix(3)
    }
    return [labels]
      + (0..<7).map { weekday in
        var line = formatting.weekday(first + weekday).padding(to: 5)
        for day in stride(from: first + weekday, through: days.upperBound, by: 7) {
          line += days.contains(day) ? digit(byDay[day], day) : " "
        }
        while line.last == " " { line.removeLast() }
        return line
      }
  }

  private func digit(_ summary: DaySummary?, _ day: Day) -> String {
    guard day <= today else { return " " }
    guard let summary, summary.isPaused || summary.basis != .none else { return "-" }
    return summary.isPaused ? "p" : "\(rings.count { summary[$0].isClosed })"
  }

  // MARK: - JSON

  var json: any Encodable { JSON(report: self) }

  private struct JSON: Encodable {
    let report: YearReport

    private enum Key: String, CodingKey {
      case years, days, year, closed, counted, date, paused, sum, unit, progress, basis
      case move, exercise, stand
    }

    private static func key(_ ring: Ring) -> Key {
      switch ring {
      case .move: .move
      case .exercise: .exercise
      case .stand: .stand
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var years = container.nestedUnkeyedContainer(forKey: .years)
      for year in report.years {
        var object = years.nestedContainer(keyedBy: Key.self)
        try object.encode(year.number, forKey: .year)
        try object.encode(year.totals.closed, forKey: .closed)
        try object.encode(year.totals.counted, forKey: .counted)
        for ring in Ring.allCases {
          var inner = object.nestedContainer(keyedBy: Key.self, forKey: Self.key(ring))
          try inner.encode(year.totals.closed(ring), forKey: .closed)
          try inner.encode(year.totals[ring]?.written, forKey: .sum)
          try inner.encode(ring.unit(year.totals.moveMode).symbol, forKey: .unit)
        }
      }
      var days = container.nestedUnkeyedContainer(forKey: .days)
      for summary in report.summaries where summary.isPaused || summary.basis != .none {
        var object = days.nestedContainer(keyedBy: Key.self)
        try object.encode(summary.day.description, forKey: .date)
        try object.encode(report.rings.count { summary[$0].isClosed }, forKey: .closed)
        try object.encode(summary.isPaused, forKey: .paused)
        for ring in Ring.allCases {
          let value = summary[ring]
          let progress = value.value == nil || value.goal == nil ? nil : value.progress
          try object.encode(progress?.written, forKey: Self.key(ring))
        }
      }
    }
  }
}

extension String {
  /// The text padded with blanks to a width.
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
