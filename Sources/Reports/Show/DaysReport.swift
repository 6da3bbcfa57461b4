import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Sharing

/// A week or a month: one line for each of its days up to today.
struct DaysReport: ViewReport {
  enum Period {
    case week, month
  }

  let period: Period
  private let span: ClosedRange<Day>
  let today: Day
  /// At least the days of the period.
  let summaries: [DaySummary]
  /// The first and the last day with data.
  let known: ClosedRange<Day>?
  let formatting: Formatting

  init(_ period: Period, _ source: ReportSource) throws {
    self.init(
      period, of: period == .week ? source.week : source.day.month, today: source.today,
      summaries: try source.store.shownSummaries(source.aroundDay), known: source.known, formatting: source.formatting)
  }

  init(
    _ period: Period, of span: ClosedRange<Day>, today: Day, summaries: [DaySummary], known: ClosedRange<Day>?,
    formatting: Formatting
  ) {
    self.period = period
    self.span = span
    self.today = today
    self.summaries = summaries
    self.known = known
    self.formatting = formatting
  }

  private var rings: [Ring] { summaries.knowOnlyMove ? [.move] : Ring.allCases }

  private var days: [DaySummary] {
    summaries.filter { span.contains($0.day) && $0.day <= today }
  }

  private var closed: ClosedDays { ClosedDays(days, known: known) }

  var plain: String? {
    let title = period == .week ? formatting.dates(span, true) : formatting.monthAndYear(span.lowerBound)
    var table = TextTable(
      alignments: [.left] + rings.map { _ in .right } + [.left], rows: [[title] + rings.map(\.name) + [""]])
    for summary in days {
      let values = rings.map { ring in
        let words = RingWords(ring, of: summary, isOver: summary.day < today, formatting: formatting)
        return summary[ring].value == nil ? "-" : words.amount()
      }
      table.rows.append([formatting.shortDate(summary.day)] + values + [summary.mark])
    }
    return (table.lines() + ["", "\(closed.closed) of \(closed.counted) days closed"]).joined(separator: "\n") + "\n"
  }

  var json: any Encodable {
    JSON(
      week: period == .week ? span.lowerBound.description : nil,
      month: period == .month ? String(span.lowerBound.description.prefix(7)) : nil, closed: closed.closed,
      counted: closed.counted, days: days.map(SummaryJSON.init))
  }

  private struct JSON: Encodable {
    /// The first day.
    let week: String?
    let month: String?
    let closed: Int
    let counted: Int
    let days: [SummaryJSON]
  }
}

/// One ring of a day: its value, its hours, and the weeks before it.
struct RingReport: ViewReport {
  let ring: Ring
  let day: Day
  let today: Day
  /// At least the nine weeks up to the day.
  let summaries: [DaySummary]
  let activity: DayActivity
  let formatting: Formatting

  init(_ ring: Ring, _ source: ReportSource) throws {
    self.ring = ring
    (day, today, formatting) = (source.day, source.today, source.formatting)
    summaries = try source.store.shownSummaries(source.aroundDay)
    activity = try source.store.activity(source.day)
  }

  private static let dayCount = 63

  private var weeks: [DaySummary] {
    summaries.filter { $0.day <= day && $0.day > day - Self.dayCount }
  }

  private var summary: DaySummary? { summaries.first { $0.day == day } }

  private func words(_ summary: DaySummary) -> RingWords {
    RingWords(ring, of: summary, isOver: summary.day < today, formatting: formatting)
  }

  var plain: String? {
    var lines = [formatting.longDate(day)]
    if let summary, summary[ring].value != nil {
      let words = words(summary)
      lines.append(
        [words.name, words.amount(), words.percentText, words.remainder].compactMap(\.self).joined(separator: "  "))
      let unit = ring.unit(summary.moveMode, energy: formatting.energy)
      var table = TextTable(alignments: [.left, .right], rows: [["Hour", unit.symbol]])
      for hour in activity.hours {
        let amount = Rounding.down(ring.amount(in: hour) * unit.scale)
        table.rows.append([formatting.hour(hour.hour), formatting.number(amount, 0)])
      }
      lines += [""] + table.lines()
      if let difference = RingDifference(ring, of: summary, activity, formatting) { lines.append(difference.sentence) }
    } else {
      let isMissing = summary?.lacks(ring) ?? false
      lines.append(
        day > today
          ? "This day has not come yet."
          : isMissing ? "\(ring.name) was not recorded on this day." : "No data for this day.")
    }
    var table = TextTable(alignments: [.left, .right, .right], rows: [["Last 9 weeks", ring.name, ""]])
    for summary in weeks where summary[ring].value != nil {
      table.rows.append([formatting.shortDate(summary.day), words(summary).amount(), words(summary).percentText ?? ""])
    }
    return (lines + [""] + table.lines()).joined(separator: "\n") + "\n"
  }

  var json: any Encodable {
    func one(_ summary: DaySummary) -> JSON.Day {
      let all = SummaryJSON(summary)
      let value =
        switch ring {
        case .move: all.move
        case .exercise: all.exercise
        case .stand: all.stand
        }
      return JSON.Day(date: all.date, ring: value, paused: all.paused, basis: all.basis)
    }
    return JSON(
      ring: ring.name.lowercased(), day: summary.map(one),
      hours: summary?[ring].value == nil ? [] : activity.hours.map { ring.amount(in: $0).written ?? 0 },
      lastWeeks: weeks.map(one))
  }

  private struct JSON: Encodable {
    struct Day: Encodable {
      let date: String
      let ring: SummaryJSON.Ring
      let paused: Bool
      /// `apple` if the value is Apple's own, to which the hours need not add up.
      let basis: String
    }

    let ring: String
    let day: Day?
    /// By hours from midnight, in the ring's unit; empty if the ring is unknown.
    let hours: [Double]
    let lastWeeks: [Day]
  }
}
