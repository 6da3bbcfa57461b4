import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports
import Sharing

/// The output formats for a range of days.
enum RangeFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, csv
}

struct SummaryCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "summary", "Print the values and goals of the three rings for a range of days.",
    examples: [
      "ringtop summary",
      "ringtop summary --from 2026-10-01 --format csv",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var range: DateRangeOptions

  @Option(help: "Output format.")
  var format: RangeFormat = .table

  func run() throws {
    let environment = Environment.current()
    let store = try store.openForReading(environment)
    let today = try store.reading().day(at: environment.now())
    let summaries = try store.reading().summaries(try range.days(environment.dates(today: today)))
    switch format {
    case .json: Output.write(try Output.jsonArray(summaries.map(SummaryJSON.init)))
    case .csv: Output.write(verbatim: SummaryCSV.text(summaries))
    case .table: Output.write(SummaryTableText.text(summaries, environment.settings.formatting))
    }
  }
}

/// Comma-separated values with a header, by RFC 4180; empty where JSON has null.
enum SummaryCSV {
  static func text(_ summaries: [DaySummary]) -> String {
    var lines = [
      "date,move,moveGoal,moveUnit,exercise,exerciseGoal,exerciseUnit,stand,standGoal,standUnit,paused,basis"
    ]
    for summary in summaries {
      var fields = [summary.day.description]
      for ring in Ring.allCases {
        fields.append(number(summary[ring].rounded.value))
        fields.append(number(summary[ring].goal))
        fields.append(ring.unit(summary.moveMode).symbol)
      }
      fields.append(summary.isPaused ? "true" : "false")
      fields.append(summary.basis.rawValue)
      lines.append(fields.joined(separator: ","))
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  private static func number(_ value: Double?) -> String { value?.written?.shortText ?? "" }
}

/// The range as a table, rounded down as on a watch.
enum SummaryTableText {
  static func text(_ summaries: [DaySummary], _ formatting: Formatting) -> String {
    var table = TextTable(
      alignments: [.left, .left, .right, .right, .right, .right, .right, .right, .left],
      rows: [["Day", ""] + Ring.allCases.flatMap { [$0.name, ""] } + [""]])
    for summary in summaries {
      var row = [formatting.weekday(summary.day), summary.day.description]
      for ring in Ring.allCases {
        let words = RingWords(ring, of: summary, formatting: formatting)
        row += [words.amount(), words.percentText ?? ""]
      }
      row.append(marks(summary))
      table.rows.append(row)
    }
    return table.text
  }

  private static func marks(_ summary: DaySummary) -> String {
    var marks: [String] = []
    if summary.isPaused { marks.append("paused") }
    switch summary.basis {
    case .none: marks.append("no data")
    case .computed: marks.append("computed")
    case .apple: break
    }
    if summary.hasDefaultGoal { marks.append("* default goals") }
    return marks.joined(separator: ", ")
  }
}
